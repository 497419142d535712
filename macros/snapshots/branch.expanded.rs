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
    let s0 = Saved::new();
    let b1 = Saved::new();
    let s1 = Saved::new();
    let v1_ty = Ty::new();
    let v0_ty = Ty::new();
    let c0 = Ty::new();
    let x = own(x);
    let y = own(y);
    if __Sweep::FORWARD {
        let s = x * y;
        let t = if s > 1.0 {
            c0.is(&s.derivative_of_ln());
            let a = c0.rule().fwd(t, &s);
            let v0 = a * s;
            v0_ty.is(&v0);
            s1.push(t, (&a,), (Yes,));
            b1.push(t, (&true,), (Yes,));
            v0
        } else {
            b1.push(t, (&false,), (Yes,));
            own(&s)
        };
        let v1 = t * y;
        v1_ty.is(&v1);
        s0.push(t, (&s, &t), (again(&s, Yes), Yes));
        return __Sweep::finish::<__Checked<f64>>(v1);
    }
    let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut y_bar = y_bar.out();
    let (s, t_v1) = s0.pop(t);
    let v1 = v1_ty.gone();
    let mut s_bar = s0.zero::<0>();
    let mut t_v1_bar = s0.zero::<1>();
    let s = s.again(|| value::mul(&x, &y));
    mul(
        t_v1.read(),
        Read::live(&y),
        v1.read(),
        bar,
        Out::new(&mut t_v1_bar),
        y_bar.whole(),
    );
    if *b1.pop(t).0.get() {
        let (a,) = s1.pop(t);
        let v0 = v0_ty.gone();
        let mut a_bar = s1.zero::<0>();
        mul(
            a.read(),
            s.read(),
            v0.read(),
            &t_v1_bar,
            Out::new(&mut a_bar),
            Out::new(&mut s_bar),
        );
        c0.rule().bwd(t, s.read(), a.read(), &a_bar, Out::new(&mut s_bar));
    } else {
        give(Out::new(&mut s_bar), &t_v1_bar);
    }
    mul(Read::live(&x), Read::live(&y), s.read(), &s_bar, x_bar.whole(), y_bar.whole());
    __Sweep::end()
}
