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
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let b = __Sweep::lent(b);
        let c0 = Ty::of(&(*x).derivative_of_matmul());
        if NEVER {
            use only_for_the_derivative::*;
            receiver(c0.rule(), &x).in_a_trait().by_value().matmul();
        }
        let v0 = c0.rule().fwd(t, x, w);
        let operand0 = b;
        let c1 = Ty::of(&operators::operands(&v0, &b).of_add());
        let v1 = match c1.rule().own(t, &v0, b) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + b,
        };
        let c2 = Ty::of(&v1.derivative_of_relu());
        if NEVER {
            use only_for_the_derivative::*;
            receiver(c2.rule(), &v1).in_a_trait().by_value().relu();
        }
        let v2 = c2.rule().fwd(t, &v1);
        let z0 = Forms::pushed(t, (&v0, &v1));
        let s0 = Saved::pushed(
            t,
            (&v0, &v1),
            (or(c0.rule().reads().2, c1.rule().reads().0), c2.rule().reads().0),
        );
        let k0 = Saved::pushed(
            t,
            (operand0.as_an_operand(), &v2),
            (c1.rule().reads().1, c2.rule().reads().1),
        );
        b0.is(&(c0, c1, c2, s0, k0, z0));
        return __Sweep::finish::<__Checked<Matrix<f32, B, O>>>(v2);
    }
    let (bar, mut x_bar, mut w_bar, mut b_bar) = __Sweep::begin(input);
    let b = || -> __Checked<&Vector<f32, O>> { unread() };
    let (c0, c1, c2, s0, k0, z0) = b0.links();
    let (operand0, v2) = k0.pop(t);
    let (v0, v1) = s0.pop(t);
    let z0 = z0.pop(t);
    let mut v1_bar_room = z0.room::<1>();
    let mut v1_bar_first = z0.first::<1>(&mut v1_bar_room);
    c2.rule().bwd(t, v1.read(), v2.read(), bar, &mut v1_bar_first);
    let v1_bar = v1_bar_first.place();
    let mut v0_bar_room = z0.room::<0>();
    let mut v0_bar_first = z0.first::<0>(&mut v0_bar_room);
    c1.rule()
        .bwd_left(
            t,
            v0.read(),
            operand0.read(),
            v1.read(),
            &mut *v1_bar,
            &mut v0_bar_first,
            b_bar.passed(),
        );
    let v0_bar = v0_bar_first.place();
    c0.rule()
        .bwd(
            t,
            Read::live(x),
            Read::live(w),
            v0.read(),
            &*v0_bar,
            x_bar.passed(),
            w_bar.passed(),
        );
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const B: usize,
    const I: usize,
    const O: usize,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<Matrix<f32, B, I>>>>,
    __w_slot: PairSlot<Ct<__Checked<Matrix<f32, I, O>>>>,
    __b_slot: PairSlot<Ct<__Checked<Vector<f32, O>>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&Matrix<f32, B, I>>,
    w: __Checked<&Matrix<f32, I, O>>,
    b: __Sweep::Lent<__Checked<&Vector<f32, O>>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<Matrix<f32, B, O>>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<Matrix<f32, B, I>>>, __K>,
    w_dot: impl Directions<Ct<__Checked<Matrix<f32, I, O>>>, __K>,
    b_dot: impl Directions<Ct<__Checked<Vector<f32, O>>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<Matrix<f32, B, O>>>>, __x_slot, __w_slot, __b_slot),
    >,
) -> __Sweep::Output<__Checked<Matrix<f32, B, O>>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let b = __Sweep::lent(b);
        let c0 = Ty::of(&(*x).derivative_of_matmul());
        let a0 = c0.rule().operands(x, w);
        let mut v0_dot = __width.to_come();
        let v0 = {
            (*x)
                .derivative_of_matmul()
                .dual(
                    t,
                    __width.onward(),
                    &mut v0_dot,
                    x,
                    w,
                    parts(&x_dot, |d| d).each(),
                    parts(&w_dot, |d| d).each(),
                )
        };
        let operand0 = b;
        let c1 = Ty::of(&operators::operands(&v0, &b).of_add());
        let a1 = c1.rule().operands(&v0, b);
        let operand0_dot = c1
            .rule()
            .reads_dual(&a1)
            .1
            .tangents(__width, operand0, b_dot);
        let mut v1_dot = __width.to_come();
        let __y = match c1
            .rule()
            .own_dual(t, __width.onward(), &mut v1_dot, &v0, b, &v0_dot, b_dot)
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + b,
        };
        c1.rule().tangents(__width, &mut v1_dot, &v0, b, &__y, &v0_dot, b_dot);
        let v1 = __y;
        let c2 = Ty::of(&v1.derivative_of_relu());
        let a2 = c2.rule().operands(&v1);
        let mut v2_dot = __width.to_come();
        let v2 = {
            v1.derivative_of_relu().dual(t, __width.onward(), &mut v2_dot, &v1, &v1_dot)
        };
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0, &v1));
            let s0 = Saved::pushed(
                t,
                (&v0, &v1),
                (
                    or(c0.rule().reads_dual(&a0).2, c1.rule().reads_dual(&a1).0),
                    c2.rule().reads_dual(&a2).0,
                ),
            );
            let k0 = Saved::pushed(
                t,
                (operand0.as_an_operand(), &v2),
                (c1.rule().reads_dual(&a1).1, c2.rule().reads_dual(&a2).1),
            );
            let ds0 = Saved::pushed(
                t,
                (&v0_dot, &v1_dot),
                (
                    or(c0.rule().reads_dual(&a0).2, c1.rule().reads_dual(&a1).0),
                    c2.rule().reads_dual(&a2).0,
                ),
            );
            let dk0 = Saved::pushed(
                t,
                (&operand0_dot, &v2_dot),
                (c1.rule().reads_dual(&a1).1, c2.rule().reads_dual(&a2).1),
            );
            b0.is(&((c0, a0, c1, a1, c2, a2, ds0, dk0), (s0, k0, z0)));
        }
        let __y: __Checked<Matrix<f32, B, O>> = v2;
        *__Sweep::lent(__result_dot) = v2_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut w_bar, mut b_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let mut b_bar = PairSlot::outs(&mut b_bar);
        let b = || -> __Checked<&Vector<f32, O>> { unread() };
        let ((c0, a0, c1, a1, c2, a2, ds0, dk0), (s0, k0, z0)) = b0.links();
        let (operand0_dot, v2_dot) = dk0.pop(t);
        let (v0_dot, v1_dot) = ds0.pop(t);
        let (operand0, v2) = k0.pop(t);
        let (v0, v1) = s0.pop(t);
        let z0 = z0.pop(t);
        let mut v1_bar = z0.zero_pair::<1>();
        c2.rule()
            .bwd_dual(
                t,
                v1.read(),
                v2.read(),
                v1_dot.tangent(),
                v2_dot.tangent(),
                bar,
                v1_bar.whole(),
            );
        let mut v0_bar = z0.zero_pair::<0>();
        c1.rule()
            .bwd_dual(
                t,
                v0.read(),
                operand0.read(),
                v1.read(),
                v0_dot.tangent(),
                operand0_dot.tangent(),
                v1_dot.tangent(),
                v1_bar.seen(),
                v0_bar.whole(),
                b_bar.whole(),
            );
        c0.rule()
            .bwd_dual(
                t,
                Read::live(x),
                Read::live(w),
                v0.read(),
                tangent(&x_dot),
                tangent(&w_dot),
                v0_dot.tangent(),
                v0_bar.seen(),
                x_bar.whole(),
                w_bar.whole(),
            );
    });
    __Sweep::end()
}
