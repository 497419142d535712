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
    use __absent::*;
    macro_rules! cube {
        () => {};
    }
    use cube as __cube;
    use library::scale as __library_scale;
    let s0 = Saved::new();
    let v1_ty = Ty::new();
    let v2_ty = Ty::new();
    let v3_ty = Ty::new();
    let c0 = Ty::new();
    let c1 = Ty::new();
    let c2 = Ty::new();
    let x = own(x);
    let y = own(y);
    if __Sweep::FORWARD {
        c0.is(&__checked(__cube {}));
        let v0 = __checked(__cube {}).fwd(t, &x);
        let inner = v0 * y;
        c1.is(&__checked(__library_scale {}));
        let v1 = __checked(__library_scale {}).fwd::<3>(t, &inner, &x);
        v1_ty.is(&v1);
        c2.is(&__checked(__cube {}));
        let v2 = __checked(__cube {}).fwd(t, &inner);
        v2_ty.is(&v2);
        let v3 = v1 + v2;
        v3_ty.is(&v3);
        s0.push(
            t,
            (&v0, &inner),
            (Yes, again(&inner, or(c1.rule().reads().0, c2.rule().reads().0))),
        );
        return __Sweep::finish::<__Checked<f64>>(v3);
    }
    let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut y_bar = y_bar.out();
    let (v0, inner) = s0.pop(t);
    let v1 = v1_ty.gone();
    let v2 = v2_ty.gone();
    let v3 = v3_ty.gone();
    let mut v0_bar = s0.zero::<0>();
    let mut inner_bar = s0.zero::<1>();
    let mut v1_bar = v1_ty.zero();
    let mut v2_bar = v2_ty.zero();
    let inner = inner.again(|| value::mul(v0.get(), &y));
    add(
        v1.read(),
        v2.read(),
        v3.read(),
        bar,
        Out::new(&mut v1_bar),
        Out::new(&mut v2_bar),
    );
    __checked(__cube {})
        .bwd(
            t,
            c2.rule().reads().0.kept(|| inner.get()),
            &v2_bar,
            Out::new(&mut inner_bar),
        );
    __checked(__library_scale {})
        .bwd::<
            3,
        >(
            t,
            c1.rule().reads().0.kept(|| inner.get()),
            c1.rule().reads().1.live(&x),
            &v1_bar,
            Out::new(&mut inner_bar),
            x_bar.whole(),
        );
    mul(
        v0.read(),
        Read::live(&y),
        inner.read(),
        &inner_bar,
        Out::new(&mut v0_bar),
        y_bar.whole(),
    );
    __checked(__cube {}).bwd(t, c0.rule().reads().0.live(&x), &v0_bar, x_bar.whole());
    __Sweep::end()
}
