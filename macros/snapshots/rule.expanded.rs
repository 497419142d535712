fn split<__Sweep: Sweep, __x_slot: Slot<Ct<__Checked<f64>>>>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    steps: __Checked<&usize>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let s0 = Saved::new();
    if __Sweep::FORWARD {
        let y: __Checked<f64> = root(of(x).own(), of(steps).own());
        s0.push(t, (&y,), (Yes,));
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut x_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let (kept,) = s0.pop(t);
    let found = {
        let vjp: fn(f64, usize, &f64, &Ct<f64>) -> Ct<f64> = root_vjp;
        vjp(of(x).own(), of(steps).own(), kept.get(), bar)
    };
    give(x_bar.whole(), &found);
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    steps: __Checked<&usize>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    steps_dot: impl ::core::marker::Sized,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let s0 = Saved::new();
    let ds0 = Saved::new();
    if __Sweep::FORWARD {
        let y: __Checked<f64> = root(of(x).own(), of(steps).own());
        let x_dot_zero = zero_for(x);
        let jvp: fn(f64, usize, &f64, &Ct<f64>) -> Ct<f64> = root_jvp;
        let y_dot = __width
            .along(|k| jvp(
                of(x).own(),
                of(steps).own(),
                &y,
                Directions::<Ct<f64>, _>::at(&x_dot, k).unwrap_or(&x_dot_zero),
            ));
        if __Sweep::TAPED {
            s0.push(t, (&y,), (Yes,));
            ds0.push(t, (&y_dot,), (Yes,));
        }
        *__Sweep::lent(__result_dot) = y_dot;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        mod __absent {
            #[derive(::core::clone::Clone, ::core::marker::Copy)]
            pub struct __root_vjp {}
            impl __root_vjp {
                pub fn dual<__R>(
                    self,
                    _: &mut Tape<'_>,
                    _: Width<1, Tangents>,
                    _: &mut [__R; 1],
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                ) -> __R {
                    loop {}
                }
            }
            impl __root_vjp {
                pub fn reads(self) -> (Yes, Yes, Yes, Yes, Yes) {
                    loop {}
                }
                pub fn bwd(
                    self,
                    _: &mut Tape<'_>,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: (),
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                    _: impl ::core::marker::Sized,
                ) {}
            }
            impl PerhapsCompanion for __root_vjp {
                const IS_ONE: ::core::primitive::bool = false;
            }
        }
        use __absent::*;
        macro_rules! root_vjp {
            () => {};
        }
        use root_vjp as __root_vjp;
        fn second_derivatives<const HAS_ONE: ::core::primitive::bool>() {
            const {
                ::core::assert!(
                    HAS_ONE,
                    "`root` has no second derivatives: its `vjp` is not `#[differentiable]`\nhelp: put `#[differentiable]` on `root_vjp`"
                )
            }
        }
        second_derivatives::<{ has_one(__root_vjp {}) }>();
        let (kept_dot,) = ds0.pop(t);
        let (kept,) = s0.pop(t);
        let _ = |t: &mut Tape<'_>| {
            let flags = (__root_vjp {}).reads();
            (__root_vjp {})
                .bwd(
                    t,
                    flags.0.live(x),
                    flags.1.live(steps),
                    flags.2.live(kept.get()),
                    flags.3.live(bar.value()),
                    loop {},
                    Out::<Ct<f64>, Yes>::new(loop {}),
                    NoGrad,
                    Out::<Ct<f64>, Yes>::new(loop {}),
                    Out::<Ct<f64>, Yes>::new(loop {}),
                );
        };
        let mut found_dot: [Ct<f64>; 1] = Width::<1, Tangents>::new().to_come();
        let found: Ct<f64> = (__root_vjp {})
            .dual(
                &mut Tape::none(),
                Width::<1, Tangents>::new(),
                &mut found_dot,
                x,
                steps,
                kept.get(),
                bar.value(),
                tangent(&x_dot),
                NoGrad,
                kept_dot.tangent(),
                [bar.tangent()],
            );
        let [found_dot] = found_dot;
        dual::give(x_bar.whole(), PairRef::new(&found, &found_dot));
    });
    __Sweep::end()
}

fn split<__Sweep: Sweep, __x_slot: Slot<Ct<__Checked<f64>>>>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<__Checked<&f64>>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let s0 = Saved::new();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let (y, residual) = {
            let forward: fn(f64) -> (f64, _) = softplus_forward;
            forward(of(x).own())
        };
        s0.push(t, (&__0seen(residual),), (Yes,));
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut x_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let x = || -> __Checked<&f64> { unread() };
    let (kept,) = s0.pop(t);
    let found = {
        let vjp: fn(&_, &Ct<f64>) -> Ct<f64> = softplus_vjp;
        vjp(kept.get(), bar)
    };
    give(x_bar.whole(), &found);
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<__Checked<&f64>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    fn forward_mode<X>() {
        const {
            ::core::panic!(
                "`softplus` has no forward mode: its rule has no `jvp`\nhelp: add `jvp = function` to `#[differentiable(..)]` of `softplus`"
            )
        }
    }
    forward_mode::<()>();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let x = || -> __Checked<&f64> { unread() };
    });
    __Sweep::end()
}
