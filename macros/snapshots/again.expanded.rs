fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<f64>>>,
    __w_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    w: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! layer {
        () => {};
    }
    use layer as __layer;
    let b0 = Ty::new();
    let x = of(x).own();
    let w = of(w).own();
    if __Sweep::FORWARD {
        let v0 = x * w;
        let v0_form = Form::of(&v0);
        let mut y = v0;
        let b1 = Ty::new();
        let p1_0 = Saved::new();
        let v4 = {
            p1_0.push(t, (&y,), (Yes,));
            let mut rehearsal = checkpoint::Rehearsal::new();
            let y = {
                let t = rehearsal.tape();
                let v1 = of(&y).own();
                let c0 = Ty::of(&v1.derivative_of_sin());
                if NEVER {
                    use only_for_the_derivative::*;
                    receiver(c0.rule(), &v1).by_value().sin();
                }
                let v2 = c0.rule().fwd(t, &v1);
                let v3 = v1 * v2;
                let v3_form = Form::of(&v3);
                let old_form = Form::of(&y);
                y = v3;
                let z1 = Forms::pushed(t, (&v1, &v2, old_form, v3_form));
                let s1 = Saved::pushed(t, (&v1, &v2), (Yes, Yes));
                b1.is(&(c0, s1, z1));
            };
            t.reserve(rehearsal.words());
            y
        };
        let b2 = Ty::new();
        let p2_0 = Saved::new();
        let z = {
            p2_0.push(t, (&y,), (Yes,));
            let mut rehearsal = checkpoint::Rehearsal::new();
            let y = {
                let t = rehearsal.tape();
                let c1 = Ty::of(&__0checked(__layer {}));
                let v5 = __0checked(__layer {}).fwd(t, &y, &w);
                let v5_ty = Ty::of(&v5);
                b2.is(&(c1, v5_ty));
                v5
            };
            t.reserve(rehearsal.words());
            y
        };
        let v6 = of(&z).own() * y;
        let v6_ty = Ty::of(&v6);
        let z0 = Forms::pushed(t, (&z, &y, v0_form));
        let s0 = Saved::pushed(t, (&z,), (Yes,));
        let k0 = Saved::pushed(t, (&y,), (Yes,));
        b0.is(&(b1, p1_0, b2, p2_0, v6_ty, s0, k0, z0));
        return __Sweep::finish::<__Checked<f64>>(v6);
    }
    let (bar, mut x_bar, mut w_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut w_bar = w_bar.out();
    let (b1, p1_0, b2, p2_0, v6_ty, s0, k0, z0) = b0.links();
    let (y,) = k0.pop(t);
    let (z,) = s0.pop(t);
    let z0 = z0.pop(t);
    let v0 = z0.gone::<2>();
    let v6 = v6_ty.gone();
    let mut z_bar = z0.zero::<0>();
    let mut y_bar = z0.zero::<1>();
    mul(z.read(), y.read(), v6.read(), bar, Out::new(&mut z_bar), Out::new(&mut y_bar));
    {
        let (state0,) = p2_0.pop(t);
        let mut y = of(state0.get()).own();
        let mut spare = t.spare();
        let mut rerun = spare.forward();
        {
            let t = &mut rerun;
            let c1 = Ty::of(&__0checked(__layer {}));
            let v5 = __0checked(__layer {}).fwd(t, &y, &w);
            let v5_ty = Ty::of(&v5);
            b2.is(&(c1, v5_ty));
        }
        let pushed = rerun.pushed();
        let mut rerun = spare.reverse(pushed);
        {
            let t = &mut rerun;
            let (c1, v5_ty) = b2.links();
            let v5 = v5_ty.gone();
            __0checked(__layer {})
                .bwd(
                    t,
                    c1.rule().reads().0.kept(|| y.get()),
                    c1.rule().reads().1.live(&w),
                    &z_bar,
                    Out::new(&mut y_bar),
                    w_bar.whole(),
                );
        }
        rerun.ends();
    }
    {
        let (state0,) = p1_0.pop(t);
        let mut y = of(state0.get()).own();
        let mut spare = t.spare();
        let mut rerun = spare.forward();
        {
            let t = &mut rerun;
            let v1 = of(&y).own();
            let c0 = Ty::of(&v1.derivative_of_sin());
            if NEVER {
                use only_for_the_derivative::*;
                receiver(c0.rule(), &v1).by_value().sin();
            }
            let v2 = c0.rule().fwd(t, &v1);
            let v3 = v1 * v2;
            let v3_form = Form::of(&v3);
            let old_form = Form::of(&y);
            y = v3;
            let z1 = Forms::pushed(t, (&v1, &v2, old_form, v3_form));
            let s1 = Saved::pushed(t, (&v1, &v2), (Yes, Yes));
            b1.is(&(c0, s1, z1));
        }
        let pushed = rerun.pushed();
        let mut rerun = spare.reverse(pushed);
        {
            let t = &mut rerun;
            let (c0, s1, z1) = b1.links();
            let (v1, v2) = s1.pop(t);
            let z1 = z1.pop(t);
            let v3 = z1.gone::<3>();
            let mut old_bar = z1.zero::<2>();
            let mut v3_bar = neutral();
            handed_on(&mut v3_bar, &mut y_bar, old_bar);
            let mut v1_bar = z1.zero::<0>();
            let mut v2_bar = z1.zero::<1>();
            mul(
                v1.read(),
                v2.read(),
                v3.read(),
                &v3_bar,
                Out::new(&mut v1_bar),
                Out::new(&mut v2_bar),
            );
            c0.rule().bwd(t, v1.read(), v2.read(), &v2_bar, Out::new(&mut v1_bar));
            give_part(Out::new(&mut y_bar), &v1_bar);
        }
        rerun.ends();
    }
    let mut v0_bar = neutral();
    handed_on(&mut v0_bar, &mut y_bar, neutral());
    mul(
        Read::live(&x),
        Read::live(&w),
        v0.read(),
        &v0_bar,
        x_bar.whole(),
        w_bar.whole(),
    );
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
    __w_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    w: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    w_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! layer {
        () => {};
    }
    use layer as __layer;
    let b0 = Ty::new();
    let x = of(x).own();
    let w = of(w).own();
    if __Sweep::FORWARD {
        let v0 = x * w;
        let v0_dot = __width.mul(&x, &w, &v0, x_dot, w_dot);
        let v0_form = Form::if_taped(__Sweep::TAPED, &v0);
        let mut y = v0;
        let mut y_dot = v0_dot;
        let b1 = Ty::new();
        let v4 = {
            let v1 = of(&y).own();
            let v1_dot = of(&v1).tangents(__width, &y_dot);
            let c0 = Ty::of(&v1.derivative_of_sin());
            let a0 = c0.rule().operands(&v1);
            let mut v2_dot = __width.to_come();
            let v2 = {
                v1.derivative_of_sin()
                    .dual(t, __width.onward(), &mut v2_dot, &v1, &v1_dot)
            };
            let v3 = v1 * v2;
            let v3_dot = __width.mul(&v1, &v2, &v3, &v1_dot, &v2_dot);
            let v3_form = Form::if_taped(__Sweep::TAPED, &v3);
            let old_form = Form::if_taped(__Sweep::TAPED, &y);
            y = v3;
            y_dot = v3_dot;
            if __Sweep::TAPED {
                let z1 = Forms::pushed(t, (&v1, &v2, old_form, v3_form));
                let s1 = Saved::pushed(t, (&v1, &v2), (Yes, Yes));
                let ds1 = Saved::pushed(t, (&v1_dot, &v2_dot), (Yes, Yes));
                b1.is(&(c0, a0, ds1, s1, z1));
            }
        };
        let b2 = Ty::new();
        let (z, z_dot) = {
            let c1 = Ty::of(&__0checked(__layer {}));
            let mut v5_dot = __width.to_come();
            let v5 = {
                __0checked(__layer {})
                    .dual(
                        t,
                        __width.onward(),
                        &mut v5_dot,
                        &y,
                        &w,
                        &y_dot,
                        parts(&w_dot, |d| d).each(),
                    )
            };
            let v5_ty = Ty::of(&v5);
            b2.is(&(c1, v5_ty));
            let __y = v5;
            let __y_dot = v5_dot;
            (__y, __y_dot)
        };
        let v6 = of(&z).own() * y;
        let v6_dot = __width.mul(&z, &y, &v6, &z_dot, &y_dot);
        let v6_ty = Ty::of(&v6);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&z, &y, v0_form));
            let s0 = Saved::pushed(t, (&z,), (Yes,));
            let k0 = Saved::pushed(t, (&y,), (Yes,));
            let ds0 = Saved::pushed(t, (&z_dot,), (Yes,));
            let dk0 = Saved::pushed(t, (&y_dot,), (Yes,));
            b0.is(&(b1, b2, v6_ty, ds0, dk0, s0, k0, z0));
        }
        let __y: __Checked<f64> = v6;
        *__Sweep::lent(__result_dot) = v6_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut w_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let (b1, b2, v6_ty, ds0, dk0, s0, k0, z0) = b0.links();
        let (y_dot,) = dk0.pop(t);
        let (z_dot,) = ds0.pop(t);
        let (y,) = k0.pop(t);
        let (z,) = s0.pop(t);
        let z0 = z0.pop(t);
        let v0 = z0.gone::<2>();
        let v6 = v6_ty.gone();
        let mut z_bar = z0.zero_pair::<0>();
        let mut y_bar = z0.zero_pair::<1>();
        dual::MUL
            .bwd_dual(
                t,
                z.read(),
                y.read(),
                v6.read(),
                z_dot.tangent(),
                y_dot.tangent(),
                NoGrad,
                bar,
                z_bar.whole(),
                y_bar.whole(),
            );
        {
            let (c1, v5_ty) = b2.links();
            let v5 = v5_ty.gone();
            __0checked(__layer {})
                .bwd_dual(
                    t,
                    c1.rule().reads().0.kept(|| y.get()),
                    c1.rule().reads().1.live(&w),
                    y_dot.tangent(),
                    tangent(&w_dot),
                    z_bar.seen(),
                    y_bar.whole(),
                    w_bar.whole(),
                );
        }
        {
            let (c0, a0, ds1, s1, z1) = b1.links();
            let (v1_dot, v2_dot) = ds1.pop(t);
            let (v1, v2) = s1.pop(t);
            let z1 = z1.pop(t);
            let v3 = z1.gone::<3>();
            let mut old_bar = z1.zero_pair::<2>();
            let mut v3_bar = z1.zero_pair::<3>();
            {
                let d = y_bar.lent().replaced(old_bar);
                dual::give_part(v3_bar.whole(), d.seen());
            }
            let mut v1_bar = z1.zero_pair::<0>();
            let mut v2_bar = z1.zero_pair::<1>();
            dual::MUL
                .bwd_dual(
                    t,
                    v1.read(),
                    v2.read(),
                    v3.read(),
                    v1_dot.tangent(),
                    v2_dot.tangent(),
                    NoGrad,
                    v3_bar.seen(),
                    v1_bar.whole(),
                    v2_bar.whole(),
                );
            c0.rule()
                .bwd_dual(
                    t,
                    v1.read(),
                    v2.read(),
                    v1_dot.tangent(),
                    v2_dot.tangent(),
                    v2_bar.seen(),
                    v1_bar.whole(),
                );
            dual::give_part(y_bar.whole(), v1_bar.seen());
        }
        let mut v0_bar = z0.zero_pair::<2>();
        dual::give_part(v0_bar.whole(), y_bar.seen());
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&x),
                Read::live(&w),
                v0.read(),
                tangent(&x_dot),
                tangent(&w_dot),
                NoGrad,
                v0_bar.seen(),
                x_bar.whole(),
                w_bar.whole(),
            );
    });
    __Sweep::end()
}

fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<f64>>>,
    __w_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    w: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    let w = of(w).own();
    if __Sweep::FORWARD {
        let b1 = Ty::new();
        let v3 = {
            let mut rehearsal = checkpoint::Rehearsal::new();
            let y = {
                let t = rehearsal.tape();
                let v0 = x * w;
                let c0 = Ty::of(&v0.derivative_of_tanh());
                if NEVER {
                    use only_for_the_derivative::*;
                    receiver(c0.rule(), &v0).by_value().tanh();
                }
                let v1 = c0.rule().fwd(t, &v0);
                let v2 = v1 * x;
                let v2_ty = Ty::of(&v2);
                let z1 = Forms::pushed(t, (&v0, &v1));
                let s1 = Saved::pushed(
                    t,
                    (&v0, &v1),
                    (recompute(&v0, c0.rule().reads().0), Yes),
                );
                b1.is(&(c0, v2_ty, s1, z1));
                v2
            };
            t.reserve(rehearsal.words());
            y
        };
        let v3_ty = Ty::of(&v3);
        b0.is(&(b1, v3_ty));
        return __Sweep::finish::<__Checked<f64>>(v3);
    }
    let (bar, mut x_bar, mut w_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut w_bar = w_bar.out();
    let (b1, v3_ty) = b0.links();
    let v3 = v3_ty.gone();
    {
        let mut spare = t.spare();
        let mut rerun = spare.forward();
        {
            let t = &mut rerun;
            let v0 = x * w;
            let c0 = Ty::of(&v0.derivative_of_tanh());
            if NEVER {
                use only_for_the_derivative::*;
                receiver(c0.rule(), &v0).by_value().tanh();
            }
            let v1 = c0.rule().fwd(t, &v0);
            let v2 = v1 * x;
            let v2_ty = Ty::of(&v2);
            let z1 = Forms::pushed(t, (&v0, &v1));
            let s1 = Saved::pushed(
                t,
                (&v0, &v1),
                (recompute(&v0, c0.rule().reads().0), Yes),
            );
            b1.is(&(c0, v2_ty, s1, z1));
        }
        let pushed = rerun.pushed();
        let mut rerun = spare.reverse(pushed);
        {
            let t = &mut rerun;
            let (c0, v2_ty, s1, z1) = b1.links();
            let (v0, v1) = s1.pop(t);
            let z1 = z1.pop(t);
            let v2 = v2_ty.gone();
            let v0 = v0.or_recompute(|| value::mul(&x, &w));
            let mut v1_bar = z1.zero::<1>();
            mul(
                v1.read(),
                Read::live(&x),
                v2.read(),
                bar,
                Out::new(&mut v1_bar),
                x_bar.whole(),
            );
            let mut v0_bar = z1.zero::<0>();
            c0.rule().bwd(t, v0.read(), v1.read(), &v1_bar, Out::new(&mut v0_bar));
            mul(
                Read::live(&x),
                Read::live(&w),
                v0.read(),
                &v0_bar,
                x_bar.whole(),
                w_bar.whole(),
            );
        }
        rerun.ends();
    }
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
    __w_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    w: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    w_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    let w = of(w).own();
    if __Sweep::FORWARD {
        let b1 = Ty::new();
        let (v3, v3_dot) = {
            let v0 = x * w;
            let v0_dot = __width.mul(&x, &w, &v0, x_dot, w_dot);
            let c0 = Ty::of(&v0.derivative_of_tanh());
            let a0 = c0.rule().operands(&v0);
            let mut v1_dot = __width.to_come();
            let v1 = {
                v0.derivative_of_tanh()
                    .dual(t, __width.onward(), &mut v1_dot, &v0, &v0_dot)
            };
            let v2 = v1 * x;
            let v2_dot = __width.mul(&v1, &x, &v2, &v1_dot, x_dot);
            let v2_ty = Ty::of(&v2);
            if __Sweep::TAPED {
                let z1 = Forms::pushed(t, (&v0, &v1));
                let s1 = Saved::pushed(
                    t,
                    (&v0, &v1),
                    (recompute(&v0, c0.rule().reads_dual(&a0).0), Yes),
                );
                let ds1 = Saved::pushed(
                    t,
                    (&v0_dot, &v1_dot),
                    (c0.rule().reads_dual(&a0).0, Yes),
                );
                b1.is(&(c0, a0, v2_ty, ds1, s1, z1));
            }
            let __y = v2;
            let __y_dot = v2_dot;
            (__y, __y_dot)
        };
        let v3_ty = Ty::of(&v3);
        b0.is(&(b1, v3_ty));
        let __y: __Checked<f64> = v3;
        *__Sweep::lent(__result_dot) = v3_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut w_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let (b1, v3_ty) = b0.links();
        let v3 = v3_ty.gone();
        {
            let (c0, a0, v2_ty, ds1, s1, z1) = b1.links();
            let (v0_dot, v1_dot) = ds1.pop(t);
            let (v0, v1) = s1.pop(t);
            let z1 = z1.pop(t);
            let v2 = v2_ty.gone();
            let v0 = v0.or_recompute(|| value::mul(&x, &w));
            let mut v1_bar = z1.zero_pair::<1>();
            dual::MUL
                .bwd_dual(
                    t,
                    v1.read(),
                    Read::live(&x),
                    v2.read(),
                    v1_dot.tangent(),
                    tangent(&x_dot),
                    NoGrad,
                    bar,
                    v1_bar.whole(),
                    x_bar.whole(),
                );
            let mut v0_bar = z1.zero_pair::<0>();
            c0.rule()
                .bwd_dual(
                    t,
                    v0.read(),
                    v1.read(),
                    v0_dot.tangent(),
                    v1_dot.tangent(),
                    v1_bar.seen(),
                    v0_bar.whole(),
                );
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&x),
                    Read::live(&w),
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
