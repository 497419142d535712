fn split_of_forward<
    __Sweep: Sweep,
    const B: usize,
    __this_slot: Slot<Ct<Checked<Self>>>,
    __x_slot: Slot<Ct<Checked<Matrix<f64, B, I>>>>,
>(
    t: &mut Tape<'_>,
    this: Checked<&Self>,
    x: Checked<&Matrix<f64, B, I>>,
    input: __Sweep::Input<(&Ct<Checked<Matrix<f64, B, O>>>, __this_slot, __x_slot)>,
) -> __Sweep::Output<Checked<Matrix<f64, B, O>>> {
    use rules::*;
    let s0 = Saved::new();
    let k0 = Saved::new();
    let c0 = Ty::new();
    if __Sweep::FORWARD {
        c0.is(&x.derivative_of_matmul());
        let v0 = c0.rule().fwd(t, x, &this.w);
        let v1 = v0 + &this.b;
        s0.push(t, (&v0,), (c0.rule().reads().2,));
        k0.push(t, (&v1,), (No,));
        return __Sweep::finish(v1);
    }
    let (bar, mut this_bar, mut x_bar) = __Sweep::begin(input);
    let mut this_bar = this_bar.out();
    let mut x_bar = x_bar.out();
    let (v1,) = k0.pop(t);
    let (v0,) = s0.pop(t);
    let (mut v0_bar,) = s0.zero();
    add(
        v0.read(),
        Read::live(&this.b),
        v1.read(),
        bar,
        Out::new(&mut v0_bar),
        this_bar.parts(|d| &mut d.b),
    );
    c0.rule()
        .bwd(
            t,
            Read::live(x),
            Read::live(&this.w),
            v0.read(),
            &v0_bar,
            x_bar.whole(),
            this_bar.parts(|d| &mut d.w),
        );
    __Sweep::end()
}
