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
    let x = of(x).own();
    let y = of(y).own();
    if __Sweep::FORWARD {
        let v0 = x * x;
        let gap = y - v0;
        let v1 = 1.0 - x;
        let v2 = methods::powi.fwd(t, &v1, &2);
        let v3 = 100.0 * gap;
        let v4 = v3 * gap;
        let v5 = v2 + v4;
        return __Sweep::finish::<__Checked<f64>>(v5);
    }
    let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut y_bar = y_bar.out();
    let v0 = x * x;
    let v0 = live(&v0);
    let gap = y - *v0.get();
    let gap = live(&gap);
    let v1 = 1.0 - x;
    let v1 = live(&v1);
    let v3 = 100.0 * *gap.get();
    let v3 = live(&v3);
    let mut v2_bar = *bar;
    let mut v4_bar = *bar;
    let mut v3_bar = v4_bar * *gap.get();
    let mut gap_bar = v4_bar * *v3.get();
    gap_bar += v3_bar * 100.0;
    let mut v1_bar = -0f64;
    methods::powi
        .bwd(
            t,
            v1.read(),
            Read::live(&2),
            methods::powi.reads().2.absent::<f64>(),
            &v2_bar,
            Out::new(&mut v1_bar),
            NoGrad,
        );
    primitives::plus(x_bar.whole(), -v1_bar);
    primitives::plus(y_bar.whole(), gap_bar);
    let mut v0_bar = -gap_bar;
    primitives::plus(x_bar.whole(), v0_bar * x);
    primitives::plus(x_bar.whole(), v0_bar * x);
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
        let v0 = x * x;
        let v0_dot = __width.mul(&x, &x, &v0, x_dot, x_dot);
        let gap = y - v0;
        let gap_dot = __width.sub(&y, &v0, &gap, y_dot, &v0_dot);
        let v1 = 1.0 - x;
        let v1_dot = __width.sub(&1.0, &x, &v1, NoGrad, x_dot);
        let mut v2_dot = __width.to_come();
        let v2 = {
            methods::powi
                .dual(t, __width.onward(), &mut v2_dot, &v1, &2, &v1_dot, NoGrad)
        };
        let v3 = 100.0 * gap;
        let v3_dot = __width.mul(&100.0, &gap, &v3, NoGrad, &gap_dot);
        let v4 = v3 * gap;
        let v4_dot = __width.mul(&v3, &gap, &v4, &v3_dot, &gap_dot);
        let v5 = v2 + v4;
        let v5_dot = __width.add(&v2, &v4, &v5, &v2_dot, &v4_dot);
        if __Sweep::TAPED {
            let ds0 = Saved::pushed(
                t,
                (&v0_dot, &gap_dot, &v1_dot, &v3_dot),
                (Yes, Yes, Yes, Yes),
            );
            b0.is(&(ds0,));
        }
        let __y: __Checked<f64> = v5;
        *__Sweep::lent(__result_dot) = v5_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut y_bar = PairSlot::outs(&mut y_bar);
        let (ds0,) = b0.links();
        let (v0_dot, gap_dot, v1_dot, v3_dot) = ds0.pop(t);
        let v0 = x * x;
        let v0 = live(&v0);
        let gap = y - *v0.get();
        let gap = live(&gap);
        let v1 = 1.0 - x;
        let v1 = live(&v1);
        let v3 = 100.0 * *gap.get();
        let v3 = live(&v3);
        let mut v2_bar = Pair::both(-0f64);
        let mut v4_bar = Pair::both(-0f64);
        dual::ADD
            .bwd_dual(
                t,
                Read::<f64>::absent(),
                Read::<f64>::absent(),
                Read::<f64>::absent(),
                NoGrad,
                NoGrad,
                NoGrad,
                bar,
                v2_bar.whole(),
                v4_bar.whole(),
            );
        let mut gap_bar = Pair::both(-0f64);
        let mut v3_bar = Pair::both(-0f64);
        dual::MUL
            .bwd_dual(
                t,
                v3.read(),
                gap.read(),
                Read::<f64>::absent(),
                v3_dot.tangent(),
                gap_dot.tangent(),
                NoGrad,
                v4_bar.seen(),
                v3_bar.whole(),
                gap_bar.whole(),
            );
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&100.0),
                gap.read(),
                v3.read(),
                NoGrad,
                gap_dot.tangent(),
                v3_dot.tangent(),
                v3_bar.seen(),
                NoGrad,
                gap_bar.whole(),
            );
        let mut v1_bar = Pair::both(-0f64);
        methods::powi
            .bwd_dual(
                t,
                v1.read(),
                Read::live(&2),
                methods::powi.reads_dual(&Ty::<(f64, i32)>::new()).2.absent::<f64>(),
                v1_dot.tangent(),
                NoGrad,
                NoGrad,
                v2_bar.seen(),
                v1_bar.whole(),
                NoGrad,
            );
        dual::SUB
            .bwd_dual(
                t,
                Read::live(&1.0),
                Read::__unread(&x),
                v1.read(),
                NoGrad,
                tangent(&x_dot),
                v1_dot.tangent(),
                v1_bar.seen(),
                NoGrad,
                x_bar.whole(),
            );
        let mut v0_bar = Pair::both(-0f64);
        dual::SUB
            .bwd_dual(
                t,
                Read::__unread(&y),
                v0.read(),
                gap.read(),
                tangent(&y_dot),
                v0_dot.tangent(),
                gap_dot.tangent(),
                gap_bar.seen(),
                y_bar.whole(),
                v0_bar.whole(),
            );
        let mut aside1 = Pair::both(-0f64);
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&x),
                Read::live(&x),
                v0.read(),
                tangent(&x_dot),
                tangent(&x_dot),
                v0_dot.tangent(),
                v0_bar.seen(),
                x_bar.whole(),
                aside1.whole(),
            );
        dual::give_back(x_bar.whole(), aside1.seen());
    });
    __Sweep::end()
}
