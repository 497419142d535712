fn split<__Sweep: Sweep, const B: usize, __m_slot: Slot<Ct<__Checked<Mlp>>>>(
    t: &mut Tape<'_>,
    m: __Checked<&Mlp>,
    x: __Checked<&Matrix<f32, B, 64>>,
    labels: __Checked<&[usize; B]>,
    input: __Sweep::Input<(&Ct<__Checked<f32>>, __m_slot)>,
) -> __Sweep::Output<__Checked<f32>> {
    use rules::*;
    constant::<[usize; B]>();
    use __absent::*;
    macro_rules! dense {
        () => {};
    }
    use dense as __dense;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&__0checked(__dense {}));
        let h = __0checked(__dense {}).fwd(t, x, &m.w1, &m.b1);
        let c1 = Ty::of(&h.derivative_of_matmul());
        if NEVER {
            use only_for_the_derivative::*;
            receiver(c1.rule(), &h).in_a_trait().by_value().matmul();
        }
        let v0 = c1.rule().fwd(t, &h, &m.w2);
        let operand0 = &m.b2;
        let c2 = Ty::of(&operators::operands(&v0, &(&m.b2)).of_add());
        let v1 = match c2.rule().own(t, &v0, &m.b2) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + &m.b2,
        };
        let c3 = Ty::of(&v1.derivative_of_softmax_cross_entropy());
        if NEVER {
            use only_for_the_derivative::*;
            receiver(c3.rule(), &v1).in_a_trait().by_value().softmax_cross_entropy();
        }
        let v2 = c3.rule().fwd(t, &v1, labels);
        let z0 = Forms::pushed(t, (&h, &v0, &v1));
        let s0 = Saved::pushed(
            t,
            (
                (*IfRead::new(&h, c1.rule().reads().0).claimed()).kept_on_the_tape(),
                &v0,
                &v1,
            ),
            (
                c1.rule().reads().0,
                or(c1.rule().reads().2, c2.rule().reads().0),
                c3.rule().reads().0,
            ),
        );
        let k0 = Saved::pushed(
            t,
            (operand0.as_an_operand(), &v2),
            (c2.rule().reads().1, c3.rule().reads().2),
        );
        b0.is(&(c0, c1, c2, c3, s0, k0, z0));
        return __Sweep::finish::<__Checked<f32>>(v2);
    }
    let (bar, mut m_bar) = __Sweep::begin(input);
    let mut m_bar = m_bar.out();
    let (c0, c1, c2, c3, s0, k0, z0) = b0.links();
    let (operand0, v2) = k0.pop(t);
    let (h, v0, v1) = s0.pop(t);
    let z0 = z0.pop(t);
    let mut v1_bar_room = z0.room::<2>();
    let mut v1_bar_first = z0.first::<2>(&mut v1_bar_room);
    c3.rule()
        .bwd(
            t,
            v1.read(),
            Read::live(labels),
            v2.read(),
            bar,
            &mut v1_bar_first,
            NoGrad,
        );
    let v1_bar = v1_bar_first.place();
    let mut v0_bar_room = z0.room::<1>();
    let mut v0_bar_first = z0.first::<1>(&mut v0_bar_room);
    c2.rule()
        .bwd_left(
            t,
            v0.read(),
            operand0.read(),
            v1.read(),
            &mut *v1_bar,
            &mut v0_bar_first,
            m_bar.parts(|d| &mut d.b2),
        );
    let v0_bar = v0_bar_first.place();
    let mut h_bar_room = z0.room::<0>();
    let mut h_bar_first = z0.first::<0>(&mut h_bar_room);
    c1.rule()
        .bwd(
            t,
            h.read(),
            Read::live(&m.w2),
            v0.read(),
            &*v0_bar,
            &mut h_bar_first,
            m_bar.parts(|d| &mut d.w2),
        );
    let h_bar = h_bar_first.place();
    let (part1, part2) = m_bar
        .parts(|d| {
            let __fields1_0_1 = FieldsOf(d).fields();
            (&mut __fields1_0_1.w1, &mut __fields1_0_1.b1)
        });
    __0checked(__dense {})
        .bwd(
            t,
            c0.rule().reads().0.live(x),
            c0.rule().reads().1.live(&m.w1),
            c0.rule().reads().2.live(&m.b1),
            &*h_bar,
            NoGrad,
            part1,
            part2,
        );
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const B: usize,
    const __K: ::core::primitive::usize,
    __m_slot: PairSlot<Ct<__Checked<Mlp>>>,
>(
    t: &mut Tape<'_>,
    m: __Checked<&Mlp>,
    x: __Checked<&Matrix<f32, B, 64>>,
    labels: __Checked<&[usize; B]>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f32>>; __K]>,
    m_dot: impl Directions<Ct<__Checked<Mlp>>, __K>,
    x_dot: impl ::core::marker::Sized,
    labels_dot: impl ::core::marker::Sized,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f32>>>, __m_slot)>,
) -> __Sweep::Output<__Checked<f32>> {
    use rules::*;
    use __absent::*;
    macro_rules! dense {
        () => {};
    }
    use dense as __dense;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&__0checked(__dense {}));
        let mut h_dot = __width.to_come();
        let h = {
            __0checked(__dense {})
                .dual(
                    t,
                    __width.onward(),
                    &mut h_dot,
                    x,
                    &m.w1,
                    &m.b1,
                    NoGrad,
                    parts(&m_dot, |d| &d.w1).each(),
                    parts(&m_dot, |d| &d.b1).each(),
                )
        };
        let c1 = Ty::of(&h.derivative_of_matmul());
        let a1 = c1.rule().operands(&h, &m.w2);
        let mut v0_dot = __width.to_come();
        let v0 = {
            h.derivative_of_matmul()
                .dual(
                    t,
                    __width.onward(),
                    &mut v0_dot,
                    &h,
                    &m.w2,
                    &h_dot,
                    parts(&m_dot, |d| &d.w2).each(),
                )
        };
        let operand0 = &m.b2;
        let c2 = Ty::of(&operators::operands(&v0, &(&m.b2)).of_add());
        let a2 = c2.rule().operands(&v0, &m.b2);
        let operand0_dot = c2
            .rule()
            .reads_dual(&a2)
            .1
            .tangents(__width, operand0, parts(&m_dot, |d| &d.b2));
        let mut v1_dot = __width.to_come();
        let __y = match c2
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut v1_dot,
                &v0,
                &m.b2,
                &v0_dot,
                parts(&m_dot, |d| &d.b2),
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + &m.b2,
        };
        c2.rule()
            .tangents(
                __width,
                &mut v1_dot,
                &v0,
                &m.b2,
                &__y,
                &v0_dot,
                parts(&m_dot, |d| &d.b2),
            );
        let v1 = __y;
        let c3 = Ty::of(&v1.derivative_of_softmax_cross_entropy());
        let a3 = c3.rule().operands(&v1, labels);
        let mut v2_dot = __width.to_come();
        let v2 = {
            v1.derivative_of_softmax_cross_entropy()
                .dual(t, __width.onward(), &mut v2_dot, &v1, labels, &v1_dot, NoGrad)
        };
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&h, &v0, &v1));
            let s0 = Saved::pushed(
                t,
                (
                    (*IfRead::new(&h, c1.rule().reads_dual(&a1).0).claimed())
                        .kept_on_the_tape(),
                    &v0,
                    &v1,
                ),
                (
                    c1.rule().reads_dual(&a1).0,
                    or(c1.rule().reads_dual(&a1).2, c2.rule().reads_dual(&a2).0),
                    c3.rule().reads_dual(&a3).0,
                ),
            );
            let k0 = Saved::pushed(
                t,
                (operand0.as_an_operand(), &v2),
                (c2.rule().reads_dual(&a2).1, c3.rule().reads_dual(&a3).2),
            );
            let ds0 = Saved::pushed(
                t,
                (&h_dot, &v0_dot, &v1_dot),
                (
                    c1.rule().reads_dual(&a1).0,
                    or(c1.rule().reads_dual(&a1).2, c2.rule().reads_dual(&a2).0),
                    c3.rule().reads_dual(&a3).0,
                ),
            );
            let dk0 = Saved::pushed(
                t,
                (&operand0_dot, &v2_dot),
                (c2.rule().reads_dual(&a2).1, c3.rule().reads_dual(&a3).2),
            );
            b0.is(&((c0, c1, a1, c2, a2, c3, a3, ds0), (dk0, s0, k0, z0)));
        }
        let __y: __Checked<f32> = v2;
        *__Sweep::lent(__result_dot) = v2_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut m_bar) = __Sweep::begin(input);
        let mut m_bar = PairSlot::outs(&mut m_bar);
        let ((c0, c1, a1, c2, a2, c3, a3, ds0), (dk0, s0, k0, z0)) = b0.links();
        let (operand0_dot, v2_dot) = dk0.pop(t);
        let (h_dot, v0_dot, v1_dot) = ds0.pop(t);
        let (operand0, v2) = k0.pop(t);
        let (h, v0, v1) = s0.pop(t);
        let z0 = z0.pop(t);
        let mut v1_bar = z0.zero_pair::<2>();
        c3.rule()
            .bwd_dual(
                t,
                v1.read(),
                Read::live(labels),
                v2.read(),
                v1_dot.tangent(),
                NoGrad,
                v2_dot.tangent(),
                bar,
                v1_bar.whole(),
                NoGrad,
            );
        let mut v0_bar = z0.zero_pair::<1>();
        c2.rule()
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
                m_bar.parts(|d| &mut d.b2),
            );
        let mut h_bar = z0.zero_pair::<0>();
        c1.rule()
            .bwd_dual(
                t,
                h.read(),
                Read::live(&m.w2),
                v0.read(),
                h_dot.tangent(),
                tangent_part(&m_dot, |d| &d.w2),
                v0_dot.tangent(),
                v0_bar.seen(),
                h_bar.whole(),
                m_bar.parts(|d| &mut d.w2),
            );
        let (part1, part2) = m_bar
            .parts(|d| {
                let __fields1_0_1 = FieldsOf(d).fields();
                (&mut __fields1_0_1.w1, &mut __fields1_0_1.b1)
            });
        __0checked(__dense {})
            .bwd_dual(
                t,
                c0.rule().reads().0.live(x),
                c0.rule().reads().1.live(&m.w1),
                c0.rule().reads().2.live(&m.b1),
                NoGrad,
                tangent_part(&m_dot, |d| &d.w1),
                tangent_part(&m_dot, |d| &d.b1),
                h_bar.seen(),
                NoGrad,
                part1,
                part2,
            );
    });
    __Sweep::end()
}
