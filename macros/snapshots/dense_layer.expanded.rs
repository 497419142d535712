fn split<
    __Sweep: Sweep,
    const B: usize,
    const I: usize,
    const O: usize,
    __x_slot: Slot<Ct<__Checked<Matrix<f32, B, I>>>>,
    __w_slot: Slot<Ct<__Checked<Matrix<f32, I, O>>>>,
    __b_slot: Slot<Ct<__Checked<Vector<f32, O>>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&Matrix<f32, B, I>>,
    w: __Checked<&Matrix<f32, I, O>>,
    b: __Sweep::Lent<__Checked<&Vector<f32, O>>>,
    input: __Sweep::Input<
        (&Ct<__Checked<Matrix<f32, B, O>>>, __x_slot, __w_slot, __b_slot),
    >,
) -> __Sweep::Output<__Checked<Matrix<f32, B, O>>> {
    use rules::*;
    let s0 = Saved::new();
    let k0 = Saved::new();
    let c0 = Ty::new();
    let c1 = Ty::new();
    if __Sweep::FORWARD {
        let b = __Sweep::lent(b);
        c0.is(&(*x).derivative_of_matmul());
        let v0 = c0.rule().fwd(t, x, w);
        let v1 = v0 + b;
        c1.is(&v1.derivative_of_relu());
        let v2 = c1.rule().fwd(t, &v1);
        s0.push(t, (&v0, &v1), (c0.rule().reads().2, c1.rule().reads().0));
        k0.push(t, (&v2,), (c1.rule().reads().1,));
        return __Sweep::finish::<__Checked<Matrix<f32, B, O>>>(v2);
    }
    let (bar, mut x_bar, mut w_bar, mut b_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut w_bar = w_bar.out();
    let mut b_bar = b_bar.out();
    let b = || -> __Checked<&Vector<f32, O>> { unread() };
    let (v2,) = k0.pop(t);
    let (v0, v1) = s0.pop(t);
    let mut v0_bar = s0.zero::<0>();
    let mut v1_bar = s0.zero::<1>();
    c1.rule().bwd(t, v1.read(), v2.read(), bar, Out::new(&mut v1_bar));
    add(
        v0.read(),
        Read::__unread(|| b()),
        v1.read(),
        &v1_bar,
        Out::new(&mut v0_bar),
        b_bar.whole(),
    );
    c0.rule()
        .bwd(
            t,
            Read::live(x),
            Read::live(w),
            v0.read(),
            &v0_bar,
            x_bar.whole(),
            w_bar.whole(),
        );
    __Sweep::end()
}
