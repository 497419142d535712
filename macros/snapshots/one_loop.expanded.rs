fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<Vector<f64, 100>>>>,
    __w_slot: Slot<Ct<__Checked<Vector<f64, 100>>>>,
    __k_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&Vector<f64, 100>>,
    w: __Checked<&Vector<f64, 100>>,
    k: __Checked<&f64>,
    input: __Sweep::Input<
        (&Ct<__Checked<Vector<f64, 100>>>, __x_slot, __w_slot, __k_slot),
    >,
) -> __Sweep::Output<__Checked<Vector<f64, 100>>> {
    use rules::*;
    let b0 = Ty::new();
    let k = of(k).own();
    if __Sweep::FORWARD {
        let b1 = Ty::new();
        let c4 = Ty::of(&one_loop::operands_of(&(x, w, &k)).one_loop());
        let v3 = c4
            .rule()
            .forward3(
                (x, w, &k),
                |(x0, x1, x2)| {
                    let v0 = one_loop::mul(x0, x1);
                    let v1 = one_loop::mul((0.1), x0);
                    let v2 = one_loop::div(v1, x2);
                    one_loop::add(v0, v2)
                },
                || {
                    let c0 = Ty::of(&operators::operands(&x, &w).of_mul());
                    let v0 = match c0.rule().own(t, x, w) {
                        ::core::option::Option::Some(y) => y,
                        ::core::option::Option::None => x * w,
                    };
                    let operand0 = x;
                    let c1 = Ty::of(&operators::operands(&0.1, &x).of_mul());
                    let v1 = match c1.rule().own(t, &0.1, x) {
                        ::core::option::Option::Some(y) => y,
                        ::core::option::Option::None => 0.1 * x,
                    };
                    let c2 = Ty::of(&operators::operands(&v1, &k).of_div());
                    let v2 = match c2.rule().own(t, &v1, &k) {
                        ::core::option::Option::Some(y) => y,
                        ::core::option::Option::None => of(&v1).own() / k,
                    };
                    let c3 = Ty::of(&operators::operands(&v0, &v2).of_add());
                    let expression1 = match c3.rule().own(t, &v0, &v2) {
                        ::core::option::Option::Some(y) => y,
                        ::core::option::Option::None => of(&v0).own() + of(&v2).own(),
                    };
                    let expression1_ty = Ty::of(&expression1);
                    let z1 = Forms::pushed(t, (&v0, &v1, &v2));
                    let s1 = Saved::pushed(
                        t,
                        (&v0, &v1, &v2),
                        (
                            recompute(&v0, c3.rule().reads().0),
                            recompute(&v1, c2.rule().reads().0),
                            Yes,
                        ),
                    );
                    let k1 = Saved::pushed(
                        t,
                        (operand0.as_an_operand(),),
                        (c1.rule().reads().1,),
                    );
                    b1.is(&(c0, c1, c2, c3, expression1_ty, s1, k1, z1));
                    expression1
                },
            );
        let v3_ty = Ty::of(&v3);
        b0.is(&(c4, b1, v3_ty));
        return __Sweep::finish::<__Checked<Vector<f64, 100>>>(v3);
    }
    let (bar, mut x_bar, mut w_bar, mut k_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut w_bar = w_bar.out();
    let mut k_bar = k_bar.out();
    let (c4, b1, v3_ty) = b0.links();
    let v3 = v3_ty.gone();
    if !c4
        .rule()
        .reverse3(
            (Read::live(x), Read::live(w), Read::live(&k)),
            bar,
            (x_bar.whole(), w_bar.whole(), k_bar.whole()),
            |(x0, x1, x2), d0| {
                let v0 = one_loop::mul(x0, x1);
                let v1 = one_loop::mul((0.1), x0);
                let v2 = one_loop::div(v1, x2);
                let (d1, d2) = one_loop::add_back(d0);
                let (d3, d4) = one_loop::div_back(v1, x2, d2);
                let (d5, d6) = one_loop::mul_back((0.1), x0, d3);
                let (d7, d8) = one_loop::mul_back(x0, x1, d1);
                (one_loop::add(d6, d7), d8, d4)
            },
        )
    {
        let (c0, c1, c2, c3, expression1_ty, s1, k1, z1) = b1.links();
        let (operand0,) = k1.pop(t);
        let (v0, v1, v2) = s1.pop(t);
        let z1 = z1.pop(t);
        let expression1 = expression1_ty.gone();
        let v0 = v0.or_recompute(|| c0.rule().value(x, w));
        let v1 = v1.or_recompute(|| c1.rule().value(&0.1, x));
        let mut v0_bar_room = z1.room::<0>();
        let mut v0_bar_first = z1.first::<0>(&mut v0_bar_room);
        let mut v2_bar_room = z1.room::<2>();
        let mut v2_bar_first = z1.first::<2>(&mut v2_bar_room);
        c3.rule()
            .bwd(
                t,
                v0.read(),
                v2.read(),
                expression1.read(),
                bar,
                &mut v0_bar_first,
                &mut v2_bar_first,
            );
        let v0_bar = v0_bar_first.place();
        let v2_bar = v2_bar_first.place();
        let mut v1_bar_room = z1.room::<1>();
        let mut v1_bar_first = z1.first::<1>(&mut v1_bar_room);
        c2.rule()
            .bwd(
                t,
                v1.read(),
                Read::live(&k),
                v2.read(),
                &*v2_bar,
                &mut v1_bar_first,
                k_bar.whole(),
            );
        let v1_bar = v1_bar_first.place();
        c1.rule()
            .bwd(
                t,
                Read::live(&0.1),
                operand0.read(),
                v1.read(),
                &*v1_bar,
                NoGrad,
                x_bar.whole(),
            );
        c0.rule()
            .bwd(
                t,
                Read::live(x),
                Read::live(w),
                v0.read(),
                &*v0_bar,
                x_bar.whole(),
                w_bar.whole(),
            );
    }
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<Vector<f64, 100>>>>,
    __w_slot: PairSlot<Ct<__Checked<Vector<f64, 100>>>>,
    __k_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&Vector<f64, 100>>,
    w: __Checked<&Vector<f64, 100>>,
    k: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<Vector<f64, 100>>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<Vector<f64, 100>>>, __K>,
    w_dot: impl Directions<Ct<__Checked<Vector<f64, 100>>>, __K>,
    k_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<Vector<f64, 100>>>>, __x_slot, __w_slot, __k_slot),
    >,
) -> __Sweep::Output<__Checked<Vector<f64, 100>>> {
    use rules::*;
    let b0 = Ty::new();
    let k = of(k).own();
    if __Sweep::FORWARD {
        let b1 = Ty::new();
        let (v3, v3_dot) = {
            let c0 = Ty::of(&operators::operands(&x, &w).of_mul());
            let a0 = c0.rule().operands(x, w);
            let mut v0_dot = __width.to_come();
            let __y = match c0
                .rule()
                .own_dual(t, __width.onward(), &mut v0_dot, x, w, x_dot, w_dot)
            {
                ::core::option::Option::Some(y) => y,
                ::core::option::Option::None => x * w,
            };
            c0.rule().tangents(__width, &mut v0_dot, x, w, &__y, x_dot, w_dot);
            let v0 = __y;
            let operand0 = x;
            let c1 = Ty::of(&operators::operands(&0.1, &x).of_mul());
            let a1 = c1.rule().operands(&0.1, x);
            let operand0_dot = c1
                .rule()
                .reads_dual(&a1)
                .1
                .tangents(__width, operand0, x_dot);
            let mut v1_dot = __width.to_come();
            let __y = match c1
                .rule()
                .own_dual(t, __width.onward(), &mut v1_dot, &0.1, x, NoGrad, x_dot)
            {
                ::core::option::Option::Some(y) => y,
                ::core::option::Option::None => 0.1 * x,
            };
            c1.rule().tangents(__width, &mut v1_dot, &0.1, x, &__y, NoGrad, x_dot);
            let v1 = __y;
            let c2 = Ty::of(&operators::operands(&v1, &k).of_div());
            let a2 = c2.rule().operands(&v1, &k);
            let mut v2_dot = __width.to_come();
            let __y = match c2
                .rule()
                .own_dual(t, __width.onward(), &mut v2_dot, &v1, &k, &v1_dot, k_dot)
            {
                ::core::option::Option::Some(y) => y,
                ::core::option::Option::None => of(&v1).own() / k,
            };
            c2.rule().tangents(__width, &mut v2_dot, &v1, &k, &__y, &v1_dot, k_dot);
            let v2 = __y;
            let c3 = Ty::of(&operators::operands(&v0, &v2).of_add());
            let a3 = c3.rule().operands(&v0, &v2);
            let mut expression1_dot = __width.to_come();
            let __y = match c3
                .rule()
                .own_dual(
                    t,
                    __width.onward(),
                    &mut expression1_dot,
                    &v0,
                    &v2,
                    &v0_dot,
                    &v2_dot,
                )
            {
                ::core::option::Option::Some(y) => y,
                ::core::option::Option::None => of(&v0).own() + of(&v2).own(),
            };
            c3.rule()
                .tangents(
                    __width,
                    &mut expression1_dot,
                    &v0,
                    &v2,
                    &__y,
                    &v0_dot,
                    &v2_dot,
                );
            let expression1 = __y;
            let expression1_ty = Ty::of(&expression1);
            if __Sweep::TAPED {
                let z1 = Forms::pushed(t, (&v0, &v1, &v2));
                let s1 = Saved::pushed(
                    t,
                    (&v0, &v1, &v2),
                    (
                        recompute(&v0, c3.rule().reads_dual(&a3).0),
                        recompute(&v1, c2.rule().reads_dual(&a2).0),
                        Yes,
                    ),
                );
                let k1 = Saved::pushed(
                    t,
                    (operand0.as_an_operand(),),
                    (c1.rule().reads_dual(&a1).1,),
                );
                let ds1 = Saved::pushed(
                    t,
                    (&v0_dot, &v1_dot, &v2_dot),
                    (c3.rule().reads_dual(&a3).0, c2.rule().reads_dual(&a2).0, Yes),
                );
                let dk1 = Saved::pushed(
                    t,
                    (&operand0_dot,),
                    (c1.rule().reads_dual(&a1).1,),
                );
                b1.is(
                    &(
                        (c0, a0, c1, a1, c2, a2, c3, a3),
                        (expression1_ty, ds1, dk1, s1, k1, z1),
                    ),
                );
            }
            let __y = expression1;
            let __y_dot = expression1_dot;
            (__y, __y_dot)
        };
        let v3_ty = Ty::of(&v3);
        b0.is(&(b1, v3_ty));
        let __y: __Checked<Vector<f64, 100>> = v3;
        *__Sweep::lent(__result_dot) = v3_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut w_bar, mut k_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let mut k_bar = PairSlot::outs(&mut k_bar);
        let (b1, v3_ty) = b0.links();
        let v3 = v3_ty.gone();
        {
            let (
                (c0, a0, c1, a1, c2, a2, c3, a3),
                (expression1_ty, ds1, dk1, s1, k1, z1),
            ) = b1.links();
            let (operand0_dot,) = dk1.pop(t);
            let (v0_dot, v1_dot, v2_dot) = ds1.pop(t);
            let (operand0,) = k1.pop(t);
            let (v0, v1, v2) = s1.pop(t);
            let z1 = z1.pop(t);
            let expression1 = expression1_ty.gone();
            let v0 = v0.or_recompute(|| c0.rule().value(x, w));
            let v1 = v1.or_recompute(|| c1.rule().value(&0.1, x));
            let mut v0_bar = z1.zero_pair::<0>();
            let mut v2_bar = z1.zero_pair::<2>();
            c3.rule()
                .bwd_dual(
                    t,
                    v0.read(),
                    v2.read(),
                    expression1.read(),
                    v0_dot.tangent(),
                    v2_dot.tangent(),
                    NoGrad,
                    bar,
                    v0_bar.whole(),
                    v2_bar.whole(),
                );
            let mut v1_bar = z1.zero_pair::<1>();
            c2.rule()
                .bwd_dual(
                    t,
                    v1.read(),
                    Read::live(&k),
                    v2.read(),
                    v1_dot.tangent(),
                    tangent(&k_dot),
                    v2_dot.tangent(),
                    v2_bar.seen(),
                    v1_bar.whole(),
                    k_bar.whole(),
                );
            c1.rule()
                .bwd_dual(
                    t,
                    Read::live(&0.1),
                    operand0.read(),
                    v1.read(),
                    NoGrad,
                    operand0_dot.tangent(),
                    v1_dot.tangent(),
                    v1_bar.seen(),
                    NoGrad,
                    x_bar.whole(),
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
        }
    });
    __Sweep::end()
}
