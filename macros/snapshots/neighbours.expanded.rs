fn split<
    __Sweep: Sweep,
    __first_slot: Slot<Ct<__Checked<[f64; 10]>>>,
    __rate_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    first: __Sweep::Lent<__Checked<&[f64; 10]>>,
    rate: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __first_slot, __rate_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let rate = of(rate).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let first = __Sweep::lent(first);
        let mut a = of(&*first).own();
        let mut b = ([0.0; 10]);
        let b1 = Ty::new();
        let range = (1..9);
        if let ::core::option::Option::Some(mut room) = t.ahead(&b1, range.clone()) {
            {
                let t = &mut room;
                for i in range {
                    let v0 = 2.0 * a[i];
                    let v1 = a[i - 1] - v0;
                    let v2 = v1 + a[i + 1];
                    let v3 = rate * v2;
                    let v4 = a[i] + v3;
                    b[i] = v4;
                    let s1 = Saved::pushed(t, (&v2,), (Yes,));
                    b1.is(&(s1,));
                }
            }
            t.went_on(&b1, room);
        } else {
            for i in range {
                let v0 = 2.0 * a[i];
                let v1 = a[i - 1] - v0;
                let v2 = v1 + a[i + 1];
                let v3 = rate * v2;
                let v4 = a[i] + v3;
                b[i] = v4;
            }
        }
        let v5 = of(&b[3]).own();
        let z0 = Forms::pushed(t, (&a, &b));
        b0.is(&(b1, z0));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v5);
    }
    let (bar, mut first_bar, mut rate_bar) = __Sweep::begin(input);
    let mut first_bar = first_bar.out();
    let mut rate_bar = rate_bar.out();
    let first = || -> __Checked<&[f64; 10]> { unread() };
    let (b1, z0) = b0.links();
    let z0 = z0.pop(t);
    let a = z0.gone::<0>();
    let mut b_bar = z0.zero::<1>();
    b_bar[3] += *bar;
    let mut a_bar = z0.zero::<0>();
    let mut held1_0_begun = false;
    let (mut held1_0,) = { (-0f64,) };
    let (mut near1_0, mut near1_1, mut near1_2) = {
        let i = 0_usize;
        (-0f64, -0f64, -0f64)
    };
    let mut near1_0_at = ::core::option::Option::None;
    {
        let range = (1..9);
        let mut room = t.behind(&b1, range.clone());
        {
            let t = &mut room;
            for i in range.rev() {
                held1_0_begun = true;
                near1_0_at = ::core::option::Option::Some(i);
                let (s1,) = b1.links();
                let (v2,) = s1.pop(t);
                let mut old_bar = -0f64;
                let mut v4_bar = -0f64;
                {
                    let d = ::core::mem::replace(&mut b_bar[i], old_bar);
                    give_part(Out::new(&mut v4_bar), &d);
                }
                near1_1 += v4_bar;
                let mut v3_bar = v4_bar;
                held1_0 += v3_bar * *v2.get();
                let mut v2_bar = v3_bar * rate;
                let mut v1_bar = v2_bar;
                near1_2 += v2_bar;
                near1_0 += v1_bar;
                let mut v0_bar = -v1_bar;
                near1_1 += v0_bar * 2.0;
                give(
                    Out::new(&mut a_bar[i + 1]),
                    &::core::mem::replace(
                        &mut near1_2,
                        ::core::mem::replace(&mut near1_1, take(&mut near1_0)),
                    ),
                );
            }
        }
        t.goes_on(&b1, room);
    }
    if held1_0_begun {
        give(rate_bar.whole(), &held1_0);
    }
    if let ::core::option::Option::Some(i) = near1_0_at {
        give(Out::new(&mut a_bar[i]), &near1_2);
        give(Out::new(&mut a_bar[i - 1]), &near1_1);
    }
    give_part(first_bar.whole(), &a_bar);
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __first_slot: PairSlot<Ct<__Checked<[f64; 10]>>>,
    __rate_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    first: __Sweep::Lent<__Checked<&[f64; 10]>>,
    rate: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    first_dot: impl Directions<Ct<__Checked<[f64; 10]>>, __K>,
    rate_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __first_slot, __rate_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let rate = of(rate).own();
    if __Sweep::FORWARD {
        let first = __Sweep::lent(first);
        let mut a = of(&*first).own();
        let mut a_dot = of(&a).tangents(__width, first_dot);
        let mut b = ([0.0; 10]);
        let mut b_dot = __width.own(&b, NoGrad);
        let b1 = Ty::new();
        for i in (1..9) {
            let i_at = i;
            let v0 = 2.0 * a[i];
            let v0_dot = __width
                .mul(&2.0, &a[i], &v0, NoGrad, parts_of(&a_dot, |d| &d[i_at]));
            let v1 = a[i - 1] - v0;
            let v1_dot = __width
                .sub(&a[i - 1], &v0, &v1, parts_of(&a_dot, |d| &d[i_at - 1]), &v0_dot);
            let v2 = v1 + a[i + 1];
            let v2_dot = __width
                .add(&v1, &a[i + 1], &v2, &v1_dot, parts_of(&a_dot, |d| &d[i_at + 1]));
            let v3 = rate * v2;
            let v3_dot = __width.mul(&rate, &v2, &v3, rate_dot, &v2_dot);
            let v4 = a[i] + v3;
            let v4_dot = __width
                .add(&a[i], &v3, &v4, parts_of(&a_dot, |d| &d[i_at]), &v3_dot);
            __width.assign(&mut b_dot, |d| &mut d[i_at], &v4, &v4_dot);
            b[i] = v4;
            if __Sweep::TAPED {
                let s1 = Saved::pushed(t, (&v2,), (Yes,));
                let ds1 = Saved::pushed(t, (&v2_dot,), (Yes,));
                b1.is(&(ds1, s1));
            }
        }
        let v5 = of(&b[3]).own();
        let v5_dot = of(&v5).tangents(__width, parts_of(&b_dot, |d| &d[3]));
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&a, &b));
            b0.is(&(b1, z0));
        }
        let __y: __Checked<f64> = v5;
        *__Sweep::lent(__result_dot) = v5_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut first_bar, mut rate_bar) = __Sweep::begin(input);
        let mut first_bar = PairSlot::outs(&mut first_bar);
        let mut rate_bar = PairSlot::outs(&mut rate_bar);
        let first = || -> __Checked<&[f64; 10]> { unread() };
        let (b1, z0) = b0.links();
        let z0 = z0.pop(t);
        let a = z0.gone::<0>();
        let mut b_bar = z0.zero_pair::<1>();
        dual::give_part(b_bar.slot(|d| &mut d[3]), bar);
        let mut a_bar = z0.zero_pair::<0>();
        let mut held1_0_begun = false;
        let (mut held1_0,) = { (Pair::both(-0f64),) };
        let (mut near1_0, mut near1_1, mut near1_2) = {
            let i = 0_usize;
            (Pair::both(-0f64), Pair::both(-0f64), Pair::both(-0f64))
        };
        let mut near1_0_at = ::core::option::Option::None;
        for i in (1..9).rev() {
            held1_0_begun = true;
            near1_0_at = ::core::option::Option::Some(i);
            let (ds1, s1) = b1.links();
            let (v2_dot,) = ds1.pop(t);
            let (v2,) = s1.pop(t);
            let mut old_bar = Pair::both(-0f64);
            let mut v4_bar = Pair::both(-0f64);
            {
                let d = b_bar.lend(|d| &mut d[i]).replaced(old_bar);
                dual::give_part(v4_bar.whole(), d.seen());
            }
            let mut v3_bar = Pair::both(-0f64);
            dual::ADD
                .bwd_dual(
                    t,
                    a.read().map(|d| &d[i]),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v4_bar.seen(),
                    near1_1.whole(),
                    v3_bar.whole(),
                );
            let mut v2_bar = Pair::both(-0f64);
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&rate),
                    v2.read(),
                    Read::<f64>::absent(),
                    tangent(&rate_dot),
                    v2_dot.tangent(),
                    NoGrad,
                    v3_bar.seen(),
                    held1_0.whole(),
                    v2_bar.whole(),
                );
            let mut v1_bar = Pair::both(-0f64);
            dual::ADD
                .bwd_dual(
                    t,
                    Read::<f64>::absent(),
                    a.read().map(|d| &d[i + 1]),
                    v2.read(),
                    NoGrad,
                    NoGrad,
                    v2_dot.tangent(),
                    v2_bar.seen(),
                    v1_bar.whole(),
                    near1_2.whole(),
                );
            let mut v0_bar = Pair::both(-0f64);
            dual::SUB
                .bwd_dual(
                    t,
                    a.read().map(|d| &d[i - 1]),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v1_bar.seen(),
                    near1_0.whole(),
                    v0_bar.whole(),
                );
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&2.0),
                    a.read().map(|d| &d[i]),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v0_bar.seen(),
                    NoGrad,
                    near1_1.whole(),
                );
            dual::give(
                a_bar.slot(|d| &mut d[i + 1]),
                ::core::mem::replace(
                        &mut near1_2,
                        ::core::mem::replace(&mut near1_1, near1_0.taken()),
                    )
                    .seen(),
            );
        }
        if held1_0_begun {
            dual::give(rate_bar.whole(), held1_0.seen());
        }
        if let ::core::option::Option::Some(i) = near1_0_at {
            dual::give(a_bar.slot(|d| &mut d[i]), near1_2.seen());
            dual::give(a_bar.slot(|d| &mut d[i - 1]), near1_1.seen());
        }
        dual::give_part(first_bar.whole(), a_bar.seen());
    });
    __Sweep::end()
}
