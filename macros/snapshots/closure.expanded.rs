fn split<
    __Sweep: Sweep,
    __k_slot: Slot<Ct<__Checked<f64>>>,
    __b_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    k: __Checked<&f64>,
    b: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __k_slot, __b_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! midpoint {
        () => {};
    }
    use midpoint as __midpoint;
    let b0 = Ty::new();
    let k = of(k).own();
    let b = of(b).own();
    if __Sweep::FORWARD {
        let c0 = callables::Passed::new(
            __0checked(__midpoint {}).takes_0(&0.0, &b),
            callables::captured(&k, Ty::<NoGrad>::new()),
        );
        callables::looks({
            let given = c0.passing_0();
            given
        });
        let v0 = c0
            .forward(|t, __argument0| {
                let b0 = c0.inner();
                let __argument0 = c0.shared_0(__argument0);
                let t_ref = __argument0;
                let t = c0.argument_0(__argument0);
                let c0 = Ty::of(&operators::operands(&k, &t).of_mul());
                let v0 = match c0.rule().own(t, &k, t_ref) {
                    ::core::option::Option::Some(y) => y,
                    ::core::option::Option::None => k * t,
                };
                let c1 = Ty::of(&v0.derivative_of_sin());
                if NEVER {
                    use only_for_the_derivative::*;
                    receiver(c1.rule(), &v0).by_value().sin();
                }
                let v1 = c1.rule().fwd(t, &v0);
                let z0 = Forms::pushed(t, (&v0,));
                let s0 = Saved::pushed(
                    t,
                    (&v0,),
                    (recompute(&v0, c1.rule().reads().0),),
                );
                let k0 = Saved::pushed(t, (&v1,), (c1.rule().reads().1,));
                b0.is(&(c0, c1, s0, k0, z0));
                v1
            });
        let v0_ty = Ty::of(&c0);
        let c1 = Ty::of(&__0checked(__midpoint {}));
        let v1 = __0checked(__midpoint {}).fwd(t, &v0, &0.0, &b);
        let v1_ty = Ty::of(&v1);
        b0.is(&(c0, c1, v0_ty, v1_ty));
        return __Sweep::finish::<__Checked<f64>>(v1);
    }
    let (bar, mut k_bar, mut b_bar) = __Sweep::begin(input);
    let mut k_bar = k_bar.out();
    let mut b_bar = b_bar.out();
    let (c0, c1, v0_ty, v1_ty) = b0.links();
    let v0 = v0_ty.gone();
    let v1 = v1_ty.gone();
    let v0 = c0
        .reverse(|t, __argument0, bar, captured_bar, __argument0_bar| {
            let b0 = c0.inner();
            let k = &k;
            let __argument0 = c0.shared_0(__argument0);
            let t_ref = __argument0;
            let t = c0.argument_0(__argument0);
            let mut t_bar = Out::new(__argument0_bar);
            let rest = captured_bar;
            let (k_bar, rest) = rest;
            let mut k_bar = callables::place_of(&*k, k_bar);
            let (c0, c1, s0, k0, z0) = b0.links();
            let (v1,) = k0.pop(t);
            let (v0,) = s0.pop(t);
            let z0 = z0.pop(t);
            let v0 = v0.or_recompute(|| c0.rule().value(k, t_ref));
            let mut v0_bar = z0.zero::<0>();
            c1.rule().bwd(t, v0.read(), v1.read(), bar, Out::new(&mut v0_bar));
            c0.rule()
                .bwd(
                    t,
                    Read::live(k),
                    Read::live(t_ref),
                    v0.read(),
                    &v0_bar,
                    k_bar.whole(),
                    t_bar.whole(),
                );
        });
    let mut v0_bar = v0_ty.zero();
    __0checked(__midpoint {})
        .bwd(
            t,
            c1.rule().reads().0.kept(|| v0.get()),
            c1.rule().reads().1.live(&0.0),
            c1.rule().reads().2.live(&b),
            bar,
            Out::new(&mut v0_bar),
            NoGrad,
            b_bar.whole(),
        );
    callables::give_captured(&k, k_bar.whole(), &v0_bar.0);
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __k_slot: PairSlot<Ct<__Checked<f64>>>,
    __b_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    k: __Checked<&f64>,
    b: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    k_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    b_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __k_slot, __b_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! midpoint {
        () => {};
    }
    use midpoint as __midpoint;
    let b0 = Ty::new();
    let k = of(k).own();
    let b = of(b).own();
    if __Sweep::FORWARD {
        let c0 = callables::Passed::new(
            __0checked(__midpoint {}).takes_0(&0.0, &b),
            callables::captured(&k, Ty::<NoGrad>::new()),
        );
        let v0 = c0
            .dual::<
                __K,
                _,
            >(|t, __result_dot, __argument0, __argument0_dot| {
                let b0 = c0.inner();
                let __argument0 = c0.shared_0(__argument0);
                let t_ref = __argument0;
                let t = c0.argument_0(__argument0);
                let k_dot = k_dot;
                let k_dot = callables::captured_tangents(__width, &k, &k_dot);
                let t_dot = __argument0_dot.along();
                let c0 = Ty::of(&operators::operands(&k, &t).of_mul());
                let a0 = c0.rule().operands(&k, t_ref);
                let mut v0_dot = __width.to_come();
                let __y = match c0
                    .rule()
                    .own_dual(t, __width.onward(), &mut v0_dot, &k, t_ref, k_dot, t_dot)
                {
                    ::core::option::Option::Some(y) => y,
                    ::core::option::Option::None => k * t,
                };
                c0.rule().tangents(__width, &mut v0_dot, &k, t_ref, &__y, k_dot, t_dot);
                let v0 = __y;
                let c1 = Ty::of(&v0.derivative_of_sin());
                let a1 = c1.rule().operands(&v0);
                let mut v1_dot = __width.to_come();
                let v1 = {
                    v0.derivative_of_sin()
                        .dual(t, __width.onward(), &mut v1_dot, &v0, &v0_dot)
                };
                if __Sweep::TAPED {
                    let z0 = Forms::pushed(t, (&v0,));
                    let s0 = Saved::pushed(
                        t,
                        (&v0,),
                        (recompute(&v0, c1.rule().reads_dual(&a1).0),),
                    );
                    let k0 = Saved::pushed(t, (&v1,), (c1.rule().reads_dual(&a1).1,));
                    let ds0 = Saved::pushed(
                        t,
                        (&v0_dot,),
                        (c1.rule().reads_dual(&a1).0,),
                    );
                    let dk0 = Saved::pushed(
                        t,
                        (&v1_dot,),
                        (c1.rule().reads_dual(&a1).1,),
                    );
                    b0.is(&((c0, a0, c1, a1, ds0, dk0, s0, k0), (z0,)));
                }
                let __y = v1;
                *__result_dot = v1_dot;
                __y
            });
        let v0_ty = Ty::of(&c0);
        let c1 = Ty::of(&__0checked(__midpoint {}));
        let mut v1_dot = __width.to_come();
        let v1 = {
            __0checked(__midpoint {})
                .dual(
                    t,
                    __width.onward(),
                    &mut v1_dot,
                    &v0,
                    &0.0,
                    &b,
                    NoGrad,
                    NoGrad,
                    parts(&b_dot, |d| d).each(),
                )
        };
        let v1_ty = Ty::of(&v1);
        b0.is(&(c0, c1, v0_ty, v1_ty));
        let __y: __Checked<f64> = v1;
        *__Sweep::lent(__result_dot) = v1_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut k_bar, mut b_bar) = __Sweep::begin(input);
        let mut k_bar = PairSlot::outs(&mut k_bar);
        let mut b_bar = PairSlot::outs(&mut b_bar);
        let (c0, c1, v0_ty, v1_ty) = b0.links();
        let v0 = v0_ty.gone();
        let v1 = v1_ty.gone();
        let v0 = c0
            .reverse_dual(|
                t,
                __argument0,
                __argument0_dot,
                bar,
                captured_bar,
                __argument0_bar|
            {
                let b0 = c0.inner();
                let k = &k;
                let k_dot = tangent(&k_dot);
                let k_dot = callables::captured_tangents(
                    Width::<1, ()>::new(),
                    k,
                    &k_dot,
                );
                let __argument0 = c0.shared_0(__argument0);
                let t_ref = __argument0;
                let t = c0.argument_0(__argument0);
                let mut t_bar = __argument0_bar.into_outs();
                let t_dot = __argument0_dot;
                let mut rest = captured_bar;
                let (k_bar, mut rest) = rest.apart(|d| (&mut d.0, &mut d.1));
                let mut k_bar = callables::pair_place_of(&*k, k_bar);
                let ((c0, a0, c1, a1, ds0, dk0, s0, k0), (z0,)) = b0.links();
                let (v1_dot,) = dk0.pop(t);
                let (v0_dot,) = ds0.pop(t);
                let (v1,) = k0.pop(t);
                let (v0,) = s0.pop(t);
                let z0 = z0.pop(t);
                let v0 = v0.or_recompute(|| c0.rule().value(k, t_ref));
                let mut v0_bar = z0.zero_pair::<0>();
                c1.rule()
                    .bwd_dual(
                        t,
                        v0.read(),
                        v1.read(),
                        v0_dot.tangent(),
                        v1_dot.tangent(),
                        bar,
                        v0_bar.whole(),
                    );
                c0.rule()
                    .bwd_dual(
                        t,
                        Read::live(k),
                        Read::live(t_ref),
                        v0.read(),
                        tangent(&k_dot),
                        tangent(&t_dot),
                        v0_dot.tangent(),
                        v0_bar.seen(),
                        k_bar.whole(),
                        t_bar.whole(),
                    );
            });
        let mut v0_bar = v0_ty.zero_pair();
        __0checked(__midpoint {})
            .bwd_dual(
                t,
                c1.rule().reads().0.kept(|| v0.get()),
                c1.rule().reads().1.live(&0.0),
                c1.rule().reads().2.live(&b),
                NoGrad,
                NoGrad,
                tangent(&b_dot),
                bar,
                v0_bar.whole(),
                NoGrad,
                b_bar.whole(),
            );
        callables::give_captured_pair(&k, k_bar.whole(), v0_bar.seen().part(|d| &d.0));
    });
    __Sweep::end()
}
