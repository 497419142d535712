fn split_of_forward<
    __Sweep: Sweep,
    const B: usize,
    ____self_slot: Slot<Ct<__Checked<Self>>>,
    __x_slot: Slot<Ct<__Checked<Matrix<f64, B, I>>>>,
>(
    t: &mut Tape<'_>,
    __self: __Checked<&Self>,
    x: __Checked<&Matrix<f64, B, I>>,
    input: __Sweep::Input<(&Ct<__Checked<Matrix<f64, B, O>>>, ____self_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<Matrix<f64, B, O>>> {
    use rules::*;
    let s0 = Saved::new();
    let v1_ty = Ty::new();
    let c0 = Ty::new();
    if __Sweep::FORWARD {
        c0.is(&(*x).derivative_of_matmul());
        let v0 = c0.rule().fwd(t, x, &__self.w);
        let v1 = v0 + &__self.b;
        v1_ty.is(&v1);
        s0.push(t, (&v0,), (c0.rule().reads().2,));
        return __Sweep::finish::<__Checked<Matrix<f64, B, O>>>(v1);
    }
    let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
    let mut __self_bar = __self_bar.out();
    let mut x_bar = x_bar.out();
    let (v0,) = s0.pop(t);
    let v1 = v1_ty.gone();
    let mut v0_bar = s0.zero::<0>();
    add(
        v0.read(),
        Read::__unread(|| &__self.b),
        v1.read(),
        bar,
        Out::new(&mut v0_bar),
        __self_bar.parts(|d| &mut d.b),
    );
    c0.rule()
        .bwd(
            t,
            Read::live(x),
            Read::live(&__self.w),
            v0.read(),
            &v0_bar,
            x_bar.whole(),
            __self_bar.parts(|d| &mut d.w),
        );
    __Sweep::end()
}
