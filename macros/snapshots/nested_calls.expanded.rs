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
    use library::scale as __7_library_scale;
    let b0 = Ty::new();
    let x = of(x).own();
    let y = of(y).own();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&__0checked(__cube {}));
        let v0 = __0checked(__cube {}).fwd(t, &x);
        let c1 = Ty::of(&operators::operands(&v0, &y).of_mul());
        let inner = match c1.rule().own(t, &v0, &y) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() * y,
        };
        let c2 = Ty::of(&__0checked(__7_library_scale {}));
        let v1 = __0checked(__7_library_scale {}).fwd::<3>(t, &inner, &x);
        let v1_form = Form::of(&v1);
        let c3 = Ty::of(&__0checked(__cube {}));
        let v2 = __0checked(__cube {}).fwd(t, &inner);
        let v2_form = Form::of(&v2);
        let v3 = v1 + v2;
        let v3_ty = Ty::of(&v3);
        let z0 = Forms::pushed(t, (&v0, &inner, v1_form, v2_form));
        let s0 = Saved::pushed(
            t,
            (&v0, &inner),
            (Yes, recompute(&inner, or(c2.rule().reads().0, c3.rule().reads().0))),
        );
        b0.is(&(c0, c1, c2, c3, v3_ty, s0, z0));
        return __Sweep::finish::<__Checked<f64>>(v3);
    }
    let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut y_bar = y_bar.out();
    let (c0, c1, c2, c3, v3_ty, s0, z0) = b0.links();
    let (v0, inner) = s0.pop(t);
    let z0 = z0.pop(t);
    let v1 = z0.gone::<2>();
    let v2 = z0.gone::<3>();
    let v3 = v3_ty.gone();
    let inner = inner.or_recompute(|| c1.rule().value(v0.get(), &y));
    let mut v1_bar = z0.zero::<2>();
    let mut v2_bar = z0.zero::<3>();
    add(
        v1.read(),
        v2.read(),
        v3.read(),
        bar,
        Out::new(&mut v1_bar),
        Out::new(&mut v2_bar),
    );
    let mut inner_bar = z0.zero::<1>();
    __0checked(__cube {})
        .bwd(
            t,
            c3.rule().reads().0.kept(|| inner.get()),
            &v2_bar,
            Out::new(&mut inner_bar),
        );
    __0checked(__7_library_scale {})
        .bwd::<
            3,
        >(
            t,
            c2.rule().reads().0.kept(|| inner.get()),
            c2.rule().reads().1.live(&x),
            &v1_bar,
            Out::new(&mut inner_bar),
            x_bar.whole(),
        );
    let mut v0_bar = z0.zero::<0>();
    c1.rule()
        .bwd(
            t,
            v0.read(),
            Read::live(&y),
            inner.read(),
            &inner_bar,
            Out::new(&mut v0_bar),
            y_bar.whole(),
        );
    __0checked(__cube {}).bwd(t, c0.rule().reads().0.live(&x), &v0_bar, x_bar.whole());
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
    use __absent::*;
    macro_rules! cube {
        () => {};
    }
    use cube as __cube;
    use library::scale as __7_library_scale;
    let b0 = Ty::new();
    let x = of(x).own();
    let y = of(y).own();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&__0checked(__cube {}));
        let mut v0_dot = __width.to_come();
        let v0 = {
            __0checked(__cube {})
                .dual(t, __width.onward(), &mut v0_dot, &x, parts(&x_dot, |d| d).each())
        };
        let c1 = Ty::of(&operators::operands(&v0, &y).of_mul());
        let a1 = c1.rule().operands(&v0, &y);
        let mut inner_dot = __width.to_come();
        let __y = match c1
            .rule()
            .own_dual(t, __width.onward(), &mut inner_dot, &v0, &y, &v0_dot, y_dot)
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() * y,
        };
        c1.rule().tangents(__width, &mut inner_dot, &v0, &y, &__y, &v0_dot, y_dot);
        let inner = __y;
        let c2 = Ty::of(&__0checked(__7_library_scale {}));
        let mut v1_dot = __width.to_come();
        let v1 = {
            __0checked(__7_library_scale {})
                .dual::<
                    3,
                    __K,
                    _,
                >(
                    t,
                    __width.onward(),
                    &mut v1_dot,
                    &inner,
                    &x,
                    &inner_dot,
                    parts(&x_dot, |d| d).each(),
                )
        };
        let v1_form = Form::if_taped(__Sweep::TAPED, &v1);
        let c3 = Ty::of(&__0checked(__cube {}));
        let mut v2_dot = __width.to_come();
        let v2 = {
            __0checked(__cube {})
                .dual(t, __width.onward(), &mut v2_dot, &inner, &inner_dot)
        };
        let v2_form = Form::if_taped(__Sweep::TAPED, &v2);
        let v3 = of(&v1).own() + of(&v2).own();
        let v3_dot = __width.add(&v1, &v2, &v3, &v1_dot, &v2_dot);
        let v3_ty = Ty::of(&v3);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0, &inner, v1_form, v2_form));
            let s0 = Saved::pushed(
                t,
                (&v0, &inner),
                (Yes, recompute(&inner, or(c2.rule().reads().0, c3.rule().reads().0))),
            );
            let ds0 = Saved::pushed(
                t,
                (&v0_dot, &inner_dot),
                (Yes, or(c2.rule().reads().0, c3.rule().reads().0)),
            );
            b0.is(&((c0, c1, a1, c2, c3, v3_ty, ds0, s0), (z0,)));
        }
        let __y: __Checked<f64> = v3;
        *__Sweep::lent(__result_dot) = v3_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut y_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut y_bar = PairSlot::outs(&mut y_bar);
        let ((c0, c1, a1, c2, c3, v3_ty, ds0, s0), (z0,)) = b0.links();
        let (v0_dot, inner_dot) = ds0.pop(t);
        let (v0, inner) = s0.pop(t);
        let z0 = z0.pop(t);
        let v1 = z0.gone::<2>();
        let v2 = z0.gone::<3>();
        let v3 = v3_ty.gone();
        let inner = inner.or_recompute(|| c1.rule().value(v0.get(), &y));
        let mut v1_bar = z0.zero_pair::<2>();
        let mut v2_bar = z0.zero_pair::<3>();
        dual::ADD
            .bwd_dual(
                t,
                v1.read(),
                v2.read(),
                v3.read(),
                NoGrad,
                NoGrad,
                NoGrad,
                bar,
                v1_bar.whole(),
                v2_bar.whole(),
            );
        let mut inner_bar = z0.zero_pair::<1>();
        __0checked(__cube {})
            .bwd_dual(
                t,
                c3.rule().reads().0.kept(|| inner.get()),
                inner_dot.tangent(),
                v2_bar.seen(),
                inner_bar.whole(),
            );
        __0checked(__7_library_scale {})
            .bwd_dual::<
                3,
            >(
                t,
                c2.rule().reads().0.kept(|| inner.get()),
                c2.rule().reads().1.live(&x),
                inner_dot.tangent(),
                tangent(&x_dot),
                v1_bar.seen(),
                inner_bar.whole(),
                x_bar.whole(),
            );
        let mut v0_bar = z0.zero_pair::<0>();
        c1.rule()
            .bwd_dual(
                t,
                v0.read(),
                Read::live(&y),
                inner.read(),
                v0_dot.tangent(),
                tangent(&y_dot),
                inner_dot.tangent(),
                inner_bar.seen(),
                v0_bar.whole(),
                y_bar.whole(),
            );
        __0checked(__cube {})
            .bwd_dual(
                t,
                c0.rule().reads().0.live(&x),
                tangent(&x_dot),
                v0_bar.seen(),
                x_bar.whole(),
            );
    });
    __Sweep::end()
}
