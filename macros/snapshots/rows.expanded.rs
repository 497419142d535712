fn split<
    __Sweep: Sweep,
    __w_slot: Slot<[Ct<__Checked<Vec<f64>>>]>,
    __x_slot: Slot<[Ct<__Checked<f64>>]>,
>(
    t: &mut Tape<'_>,
    w: __Checked<&[Vec<f64>]>,
    x: __Checked<&[f64]>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __w_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut sum = 0.0;
        let b1 = Ty::new();
        for i in (0..(inert(
            keeps_nothing(
                    w,
                    |it| {
                        use observations::*;
                        leaves_receiver(
                            receiver((**it).derivative_of_len(), &*it).by_reference(),
                        );
                        use only_for_the_derivative::*;
                        receiver((**it).derivative_of_len(), &*it)
                            .in_a_trait()
                            .by_value()
                            .len();
                    },
                )
                .len(),
        ))) {
            let mut s = 0.0;
            for j in (0..(inert(
                keeps_nothing(
                        x,
                        |it| {
                            use observations::*;
                            leaves_receiver(
                                receiver((**it).derivative_of_len(), &*it).by_reference(),
                            );
                            use only_for_the_derivative::*;
                            receiver((**it).derivative_of_len(), &*it)
                                .in_a_trait()
                                .by_value()
                                .len();
                        },
                    )
                    .len(),
            ))) {
                let v0 = w[i][j] * x[j];
                s += v0;
            }
            let v1 = s * s;
            sum += v1;
            let k1 = Saved::pushed(t, (&s,), (Yes,));
            b1.is(&(k1,));
        }
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(sum);
    }
    if __Sweep::WHOLE {
        let (bar, mut w_bar, mut x_bar) = __Sweep::begin(input);
        let mut w_bar = w_bar.out();
        let mut x_bar = x_bar.out();
        let (left, y) = {
            let mut part = t.part();
            let mut both = part.forward();
            let t = &mut both;
            let (b1,) = b0.links();
            let mut sum = 0.0;
            let mut sum_bar = -0f64;
            {
                give(Out::new(&mut sum_bar), bar);
            }
            for i in (0..(inert(
                keeps_nothing(
                        w,
                        |it| {
                            use observations::*;
                            leaves_receiver(
                                receiver((**it).derivative_of_len(), &*it).by_reference(),
                            );
                            use only_for_the_derivative::*;
                            receiver((**it).derivative_of_len(), &*it)
                                .in_a_trait()
                                .by_value()
                                .len();
                        },
                    )
                    .len(),
            ))) {
                let i_live = i;
                let left = {
                    let mut part = t.part();
                    let mut both = part.forward();
                    let t = &mut both;
                    let (k1,) = b1.links();
                    let mut s = 0.0;
                    for j in (0..(inert(
                        keeps_nothing(
                                x,
                                |it| {
                                    use observations::*;
                                    leaves_receiver(
                                        receiver((**it).derivative_of_len(), &*it).by_reference(),
                                    );
                                    use only_for_the_derivative::*;
                                    receiver((**it).derivative_of_len(), &*it)
                                        .in_a_trait()
                                        .by_value()
                                        .len();
                                },
                            )
                            .len(),
                    ))) {
                        let v0 = w[i][j] * x[j];
                        s += v0;
                    }
                    let v1 = s * s;
                    sum += v1;
                    let left = t.left();
                    if let ::core::option::Option::Some(pushed) = left.pushed() {
                        let mut both = part.reverse(pushed);
                        let t = &mut both;
                        let mut s_bar = -0f64;
                        let mut v1_bar = -0f64;
                        let s_live = &s;
                        let s = live(s_live);
                        let i = i_live;
                        v1_bar += sum_bar;
                        s_bar += v1_bar * *s.get();
                        s_bar += v1_bar * *s.get();
                        let mut row2_0 = {
                            w_bar
                                .parts(|d| rows::up_to_mut(
                                    rows::of_mut(&mut d[..], i),
                                    0..(x.len()),
                                ))
                        };
                        let row2_1 = { rows::up_to(rows::of(&w[..], i), 0..(x.len())) };
                        for j in (0..(x.len())).rev() {
                            let mut v0_bar = s_bar;
                            primitives::plus(row2_0.parts(|d| &mut d[j]), v0_bar * x[j]);
                            primitives::plus(
                                x_bar.parts(|d| &mut d[j]),
                                v0_bar * row2_1[j],
                            );
                        }
                        t.ends();
                    }
                    left
                };
                t.took(left);
            }
            let left = t.left();
            if let ::core::option::Option::Some(pushed) = left.pushed() {
                let mut both = part.reverse(pushed);
                let t = &mut both;
                t.ends();
            }
            (left, sum)
        };
        t.took(left);
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut w_bar, mut x_bar) = __Sweep::begin(input);
    let mut w_bar = w_bar.out();
    let mut x_bar = x_bar.out();
    let (b1,) = b0.links();
    let mut sum_bar = -0f64;
    give(Out::new(&mut sum_bar), bar);
    for i in (0..(w.len())).rev() {
        let (k1,) = b1.links();
        let (s,) = k1.pop(t);
        let mut v1_bar = sum_bar;
        let mut s_bar = v1_bar * *s.get();
        s_bar += v1_bar * *s.get();
        let mut row2_0 = {
            w_bar.parts(|d| rows::up_to_mut(rows::of_mut(&mut d[..], i), 0..(x.len())))
        };
        let row2_1 = { rows::up_to(rows::of(&w[..], i), 0..(x.len())) };
        for j in (0..(x.len())).rev() {
            let mut v0_bar = s_bar;
            primitives::plus(row2_0.parts(|d| &mut d[j]), v0_bar * x[j]);
            primitives::plus(x_bar.parts(|d| &mut d[j]), v0_bar * row2_1[j]);
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __w_slot: PairSlot<[Ct<__Checked<Vec<f64>>>]>,
    __x_slot: PairSlot<[Ct<__Checked<f64>>]>,
>(
    t: &mut Tape<'_>,
    w: __Checked<&[Vec<f64>]>,
    x: __Checked<&[f64]>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    w_dot: impl Directions<[Ct<__Checked<Vec<f64>>>], __K>,
    x_dot: impl Directions<[Ct<__Checked<f64>>], __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __w_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let mut sum = 0.0;
        let mut sum_dot = __width.own(&sum, NoGrad);
        let b1 = Ty::new();
        for i in (0..(inert(
            keeps_nothing(
                    w,
                    |it| {
                        use observations::*;
                        leaves_receiver(
                            receiver((**it).derivative_of_len(), &*it).by_reference(),
                        );
                        use only_for_the_derivative::*;
                        receiver((**it).derivative_of_len(), &*it)
                            .in_a_trait()
                            .by_value()
                            .len();
                    },
                )
                .len(),
        ))) {
            let i_at = i;
            let mut s = 0.0;
            let mut s_dot = __width.own(&s, NoGrad);
            for j in (0..(inert(
                keeps_nothing(
                        x,
                        |it| {
                            use observations::*;
                            leaves_receiver(
                                receiver((**it).derivative_of_len(), &*it).by_reference(),
                            );
                            use only_for_the_derivative::*;
                            receiver((**it).derivative_of_len(), &*it)
                                .in_a_trait()
                                .by_value()
                                .len();
                        },
                    )
                    .len(),
            ))) {
                let j_at = j;
                let v0 = w[i][j] * x[j];
                let v0_dot = __width
                    .mul(
                        &w[i][j],
                        &x[j],
                        &v0,
                        parts(&w_dot, |d| &d[i_at][j_at]),
                        parts(&x_dot, |d| &d[j_at]),
                    );
                {
                    let __given = __width.own(&v0, &v0_dot);
                    for __k in 0..__K {
                        s_dot[__k] += of(&__given[__k]).own();
                    }
                }
                s += v0;
            }
            let v1 = s * s;
            let v1_dot = __width.mul(&s, &s, &v1, &s_dot, &s_dot);
            {
                let __given = __width.own(&v1, &v1_dot);
                for __k in 0..__K {
                    sum_dot[__k] += of(&__given[__k]).own();
                }
            }
            sum += v1;
            if __Sweep::TAPED {
                let k1 = Saved::pushed(t, (&s,), (Yes,));
                let dk1 = Saved::pushed(t, (&s_dot,), (Yes,));
                b1.is(&(dk1, k1));
            }
        }
        b0.is(&(b1,));
        let __y: __Checked<f64> = sum;
        *__Sweep::lent(__result_dot) = sum_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut w_bar, mut x_bar) = __Sweep::begin(input);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let (b1,) = b0.links();
        let mut sum_bar = Pair::both(-0f64);
        dual::give(sum_bar.whole(), bar);
        for i in (0..(w.len())).rev() {
            let (dk1, k1) = b1.links();
            let (s_dot,) = dk1.pop(t);
            let (s,) = k1.pop(t);
            let mut v1_bar = Pair::both(-0f64);
            dual::add_assign(sum_bar.seen(), Read::<f64>::absent(), v1_bar.whole());
            let mut s_bar = Pair::both(-0f64);
            let mut aside1 = Pair::both(-0f64);
            dual::MUL
                .bwd_dual(
                    t,
                    s.read(),
                    s.read(),
                    Read::<f64>::absent(),
                    s_dot.tangent(),
                    s_dot.tangent(),
                    NoGrad,
                    v1_bar.seen(),
                    s_bar.whole(),
                    aside1.whole(),
                );
            dual::give_back(s_bar.whole(), aside1.seen());
            for j in (0..(x.len())).rev() {
                let mut v0_bar = Pair::both(-0f64);
                dual::add_assign(s_bar.seen(), Read::<f64>::absent(), v0_bar.whole());
                dual::MUL
                    .bwd_dual(
                        t,
                        Read::live(&w[i][j]),
                        Read::live(&x[j]),
                        Read::<f64>::absent(),
                        tangent_part(&w_dot, |d| &d[i][j]),
                        tangent_part(&x_dot, |d| &d[j]),
                        NoGrad,
                        v0_bar.seen(),
                        w_bar.parts(|d| &mut d[i][j]),
                        x_bar.parts(|d| &mut d[j]),
                    );
            }
        }
    });
    __Sweep::end()
}
