fn split<
    __Sweep: Sweep,
    __x_slot: Slot<Ct<__Checked<f64>>>,
    __depth_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    depth: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot, __depth_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! well {
        () => {};
    }
    use well as well_is_no_function;
    let b0 = Ty::new();
    let x = of(x).own();
    let depth = of(depth).own();
    if __Sweep::FORWARD {
        let v0 = __0checked(well_is_no_function {})
            .operands(&x, &depth)
            .of_fixed_size()
            .value(well::grad(of(&x).own(), of(&depth).own()));
        let (slope, _) = of(&v0).own();
        let v1 = slope * x;
        let v1_ty = Ty::of(&v1);
        let z0 = Forms::pushed(t, (&v0,));
        let s0 = Saved::pushed(t, (&v0,), (Yes,));
        b0.is(&(v1_ty, s0, z0));
        return __Sweep::finish::<__Checked<f64>>(v1);
    }
    let (bar, mut x_bar, mut depth_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut depth_bar = depth_bar.out();
    let (v1_ty, s0, z0) = b0.links();
    let (v0,) = s0.pop(t);
    let z0 = z0.pop(t);
    let v1 = v1_ty.gone();
    let mut v0_bar = z0.zero::<0>();
    mul(
        v0.read().map(|d| &d.0),
        Read::live(&x),
        v1.read(),
        bar,
        Out::new(&mut v0_bar.0),
        x_bar.whole(),
    );
    nested::grad(
            __0checked(well_is_no_function {}).operands(&x, &depth).of_fixed_size(),
            |seed, along| nested::on_tape(|tape| {
                __0checked(well_is_no_function {})
                    .second_pass(tape, &x, &depth, seed, along)
            }),
            &v0_bar,
        )
        .give(x_bar.whole())
        .give(depth_bar.whole());
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
    __depth_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&f64>,
    depth: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    depth_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot, __depth_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    use __absent::*;
    macro_rules! well {
        () => {};
    }
    use well as well_is_no_function;
    let b0 = Ty::new();
    let x = of(x).own();
    let depth = of(depth).own();
    if __Sweep::FORWARD {
        let (v0, v0_dot) = nested::grad_dual(
            __width,
            __0checked(well_is_no_function {}).operands(&x, &depth).of_fixed_size(),
            || {
                __0checked(well_is_no_function {})
                    .operands(&x, &depth)
                    .of_fixed_size()
                    .value(well::grad(of(&x).own(), of(&depth).own()))
            },
            |seed, along| nested::on_tape(|tape| {
                __0checked(well_is_no_function {})
                    .second_pass(tape, &x, &depth, seed, along)
            }),
            &(parts(&x_dot, |d| d).each(), (parts(&depth_dot, |d| d).each(), ())),
        );
        let (slope, _) = of(&v0).own();
        let v1 = slope * x;
        let v1_dot = __width.mul(&slope, &x, &v1, parts_of(&v0_dot, |d| &d.0), x_dot);
        let v1_ty = Ty::of(&v1);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0,));
            let s0 = Saved::pushed(t, (&v0,), (Yes,));
            let ds0 = Saved::pushed(t, (&v0_dot,), (Yes,));
            b0.is(&(v1_ty, ds0, s0, z0));
        }
        let __y: __Checked<f64> = v1;
        *__Sweep::lent(__result_dot) = v1_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut depth_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut depth_bar = PairSlot::outs(&mut depth_bar);
        let (v1_ty, ds0, s0, z0) = b0.links();
        let (v0_dot,) = ds0.pop(t);
        let (v0,) = s0.pop(t);
        let z0 = z0.pop(t);
        let v1 = v1_ty.gone();
        let mut v0_bar = z0.zero_pair::<0>();
        dual::MUL
            .bwd_dual(
                t,
                v0.read().map(|d| &d.0),
                Read::live(&x),
                v1.read(),
                v0_dot.tangent_part(|d| &d.0),
                tangent(&x_dot),
                NoGrad,
                bar,
                v0_bar.slot(|d| &mut d.0),
                x_bar.whole(),
            );
        {
            fn third_derivatives<X>() {
                const {
                    ::core::panic!(
                        "second derivatives through a call of `well::grad` would be third derivatives\nhelp: write both functions for `T: Real`; then the gradient in dual numbers, `Dual<T>`, has the second derivatives beside the first\nhelp: or give one of them a rule: `#[differentiable(vjp = .., jvp = ..)]`"
                    )
                }
            }
            third_derivatives::<()>()
        };
    });
    __Sweep::end()
}
