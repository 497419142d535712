fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<[f64; 4]>>>,
    __rate_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&[f64; 4]>,
    rate: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<[f64; 4]>>, __x_slot, __rate_slot)>,
) -> __Sweep::Output<__Checked<[f64; 4]>> {
    use rules::*;
    let b0 = Ty::new();
    let rate = of(rate).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut y = ([0.0; 4]);
        let b1 = Ty::new();
        let range = (0..4);
        if let ::core::option::Option::Some(mut room) = t
            .ahead_of_calls(&b1, range.clone())
        {
            {
                let t = &mut room;
                for i in range {
                    let v0 = rate * x[i];
                    let w0 = methods::exp.pushes(&v0);
                    let v1 = methods::exp.fwd(t, &v0);
                    y[i] = of(&v1).own();
                    let s1 = Saved::pushed(t, (&v1,), (Yes,));
                    b1.is(&(w0, s1));
                }
            }
        } else {
            for i in range {
                let v0 = rate * x[i];
                let w0 = methods::exp.pushes(&v0);
                let v1 = methods::exp.fwd(t, &v0);
                y[i] = of(&v1).own();
                let s1 = Saved::pushed(t, (&v1,), (Yes,));
                b1.is(&(w0, s1));
            }
        }
        let z0 = Forms::pushed(t, (&y,));
        b0.is(&(b1, z0));
        *lender = own;
        return __Sweep::finish::<__Checked<[f64; 4]>>(y);
    }
    let (bar, mut x_bar, mut rate_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut rate_bar = rate_bar.out();
    let (b1, z0) = b0.links();
    let z0 = z0.pop(t);
    let y = z0.gone::<0>();
    let mut y_bar = z0.zero::<0>();
    give(Out::new(&mut y_bar), bar);
    let mut held1_0_begun = false;
    let (mut held1_0,) = { (-0f64,) };
    {
        let range = (0..4);
        let mut room = t.behind(&b1, range.clone());
        {
            let t = &mut room;
            for i in range.rev() {
                held1_0_begun = true;
                let (w0, s1) = b1.links();
                let (v1,) = s1.pop(t);
                let mut v1_bar = -0f64;
                let mut old_bar = -0f64;
                {
                    let d = ::core::mem::replace(&mut y_bar[i], old_bar);
                    give_part(Out::new(&mut v1_bar), &d);
                }
                let mut v0_bar = -0f64;
                methods::exp
                    .bwd(
                        t,
                        methods::exp.reads().0.absent::<f64>(),
                        v1.read(),
                        &v1_bar,
                        Out::new(&mut v0_bar),
                    );
                held1_0 += v0_bar * x[i];
                primitives::plus(x_bar.parts(|d| &mut d[i]), v0_bar * rate);
            }
        }
        t.goes_on(&b1, room);
    }
    if held1_0_begun {
        give(rate_bar.whole(), &held1_0);
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<[f64; 4]>>>,
    __rate_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&[f64; 4]>,
    rate: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<[f64; 4]>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<[f64; 4]>>, __K>,
    rate_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<[f64; 4]>>>, __x_slot, __rate_slot)>,
) -> __Sweep::Output<__Checked<[f64; 4]>> {
    use rules::*;
    let b0 = Ty::new();
    let rate = of(rate).own();
    if __Sweep::FORWARD {
        let mut y = ([0.0; 4]);
        let mut y_dot = __width.own(&y, NoGrad);
        let b1 = Ty::new();
        for i in (0..4) {
            let i_at = i;
            let v0 = rate * x[i];
            let v0_dot = __width
                .mul(&rate, &x[i], &v0, rate_dot, parts(&x_dot, |d| &d[i_at]));
            let mut v1_dot = __width.to_come();
            let v1 = {
                methods::exp.dual(t, __width.onward(), &mut v1_dot, &v0, &v0_dot)
            };
            __width.assign(&mut y_dot, |d| &mut d[i_at], &v1, &v1_dot);
            y[i] = of(&v1).own();
            if __Sweep::TAPED {
                let s1 = Saved::pushed(t, (&v1,), (Yes,));
                let ds1 = Saved::pushed(t, (&v1_dot,), (Yes,));
                b1.is(&(ds1, s1));
            }
        }
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&y,));
            b0.is(&(b1, z0));
        }
        let __y: __Checked<[f64; 4]> = y;
        *__Sweep::lent(__result_dot) = y_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut rate_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut rate_bar = PairSlot::outs(&mut rate_bar);
        let (b1, z0) = b0.links();
        let z0 = z0.pop(t);
        let y = z0.gone::<0>();
        let mut y_bar = z0.zero_pair::<0>();
        dual::give(y_bar.whole(), bar);
        let mut held1_0_begun = false;
        let (mut held1_0,) = { (Pair::both(-0f64),) };
        for i in (0..4).rev() {
            held1_0_begun = true;
            let (ds1, s1) = b1.links();
            let (v1_dot,) = ds1.pop(t);
            let (v1,) = s1.pop(t);
            let mut v1_bar = Pair::both(-0f64);
            let mut old_bar = Pair::both(-0f64);
            {
                let d = y_bar.lend(|d| &mut d[i]).replaced(old_bar);
                dual::give_part(v1_bar.whole(), d.seen());
            }
            let mut v0_bar = Pair::both(-0f64);
            methods::exp
                .bwd_dual(
                    t,
                    methods::exp.reads_dual(&Ty::<(f64,)>::new()).0.absent::<f64>(),
                    v1.read(),
                    NoGrad,
                    v1_dot.tangent(),
                    v1_bar.seen(),
                    v0_bar.whole(),
                );
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&rate),
                    Read::live(&x[i]),
                    Read::<f64>::absent(),
                    tangent(&rate_dot),
                    tangent_part(&x_dot, |d| &d[i]),
                    NoGrad,
                    v0_bar.seen(),
                    held1_0.whole(),
                    x_bar.parts(|d| &mut d[i]),
                );
        }
        if held1_0_begun {
            dual::give(rate_bar.whole(), held1_0.seen());
        }
    });
    __Sweep::end()
}
