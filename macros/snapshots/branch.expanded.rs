fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<f64>>>,
    __y_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    y: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot, __y_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    let y = of(y).own();
    if __Sweep::FORWARD {
        let s = x * y;
        let b1 = Ty::new();
        let t = if s > 1.0 {
            let a = methods::ln.fwd(t, &s);
            let v0 = a * s;
            let s1 = Saved::pushed(t, (&a,), (Yes,));
            b1.is(&(s1,));
            tell(t, true);
            v0
        } else {
            tell(t, false);
            of(&s).own()
        };
        let v1 = t * y;
        let s0 = Saved::pushed(t, (&t,), (Yes,));
        b0.is(&(b1, s0));
        return __Sweep::finish::<__Checked<f64>>(v1);
    }
    let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut y_bar = y_bar.out();
    let (b1, s0) = b0.links();
    let (t_v1,) = s0.pop(t);
    let s = x * y;
    let s = live(&s);
    let mut t_v1_bar = *bar * y;
    primitives::plus(y_bar.whole(), *bar * *t_v1.get());
    let mut s_bar = -0f64;
    if told::<::core::primitive::bool>(t) {
        let (s1,) = b1.links();
        let (a,) = s1.pop(t);
        let mut a_bar = t_v1_bar * *s.get();
        s_bar += t_v1_bar * *a.get();
        methods::ln
            .bwd(
                t,
                s.read(),
                methods::ln.reads().1.absent::<f64>(),
                &a_bar,
                Out::new(&mut s_bar),
            );
    } else {
        give(Out::new(&mut s_bar), &t_v1_bar);
    }
    primitives::plus(x_bar.whole(), s_bar * y);
    primitives::plus(y_bar.whole(), s_bar * x);
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
    __y_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    y: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    y_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot, __y_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    let y = of(y).own();
    if __Sweep::FORWARD {
        let s = x * y;
        let s_dot = __width.mul(&x, &y, &s, x_dot, y_dot);
        let b1 = Ty::new();
        let (t, t_v1_dot) = if s > 1.0 {
            let mut a_dot = __width.to_come();
            let a = { methods::ln.dual(t, __width.onward(), &mut a_dot, &s, &s_dot) };
            let v0 = a * s;
            let v0_dot = __width.mul(&a, &s, &v0, &a_dot, &s_dot);
            if __Sweep::TAPED {
                let s1 = Saved::pushed(t, (&a,), (Yes,));
                let ds1 = Saved::pushed(t, (&a_dot,), (Yes,));
                b1.is(&(ds1, s1));
            }
            if __Sweep::TAPED {
                tell(t, true);
            }
            let __y = v0;
            let __y_dot = v0_dot;
            (__y, __y_dot)
        } else {
            if __Sweep::TAPED {
                tell(t, false);
            }
            let __y = of(&s).own();
            let __y_dot = of(&__y).tangents(__width, &s_dot);
            (__y, __y_dot)
        };
        let v1 = t * y;
        let v1_dot = __width.mul(&t, &y, &v1, &t_v1_dot, y_dot);
        if __Sweep::TAPED {
            let s0 = Saved::pushed(t, (&t,), (Yes,));
            let ds0 = Saved::pushed(t, (&s_dot, &t_v1_dot), (Yes, Yes));
            b0.is(&(b1, ds0, s0));
        }
        let __y: __Checked<f64> = v1;
        *__Sweep::lent(__result_dot) = v1_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut y_bar = PairSlot::outs(&mut y_bar);
        let (b1, ds0, s0) = b0.links();
        let (s_dot, t_v1_dot) = ds0.pop(t);
        let (t_v1,) = s0.pop(t);
        let s = x * y;
        let s = live(&s);
        let mut t_v1_bar = Pair::both(-0f64);
        dual::MUL
            .bwd_dual(
                t,
                t_v1.read(),
                Read::live(&y),
                Read::<f64>::absent(),
                t_v1_dot.tangent(),
                tangent(&y_dot),
                NoGrad,
                bar,
                t_v1_bar.whole(),
                y_bar.whole(),
            );
        let mut s_bar = Pair::both(-0f64);
        if told::<::core::primitive::bool>(t) {
            let (ds1, s1) = b1.links();
            let (a_dot,) = ds1.pop(t);
            let (a,) = s1.pop(t);
            let mut a_bar = Pair::both(-0f64);
            dual::MUL
                .bwd_dual(
                    t,
                    a.read(),
                    s.read(),
                    Read::<f64>::absent(),
                    a_dot.tangent(),
                    s_dot.tangent(),
                    NoGrad,
                    t_v1_bar.seen(),
                    a_bar.whole(),
                    s_bar.whole(),
                );
            methods::ln
                .bwd_dual(
                    t,
                    s.read(),
                    methods::ln.reads_dual(&Ty::<(f64,)>::new()).1.absent::<f64>(),
                    s_dot.tangent(),
                    a_dot.tangent(),
                    a_bar.seen(),
                    s_bar.whole(),
                );
        } else {
            dual::give(s_bar.whole(), t_v1_bar.seen());
        }
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&x),
                Read::live(&y),
                s.read(),
                tangent(&x_dot),
                tangent(&y_dot),
                s_dot.tangent(),
                s_bar.seen(),
                x_bar.whole(),
                y_bar.whole(),
            );
    });
    __Sweep::end()
}
