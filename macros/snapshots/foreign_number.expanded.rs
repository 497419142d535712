fn split<__Sweep: Sweep, T: Float, __x_slot: Slot<Ct<T>>>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<&T>,
    input: __Sweep::Input<(&Ct<T>, __x_slot)>,
) -> __Sweep::Output<T>
where
    T: Scalar<Itself = T>,
    Dictionary<<T as Scalar>::Itself>: Functions<Number = T>,
{
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let x = of(x).own();
        let v0 = T::one();
        let v0_ty = Ty::of(v0.as_an_operand());
        let v1 = v0 - x;
        let c0 = Ty::of(&v1.derivative_of_exp());
        if NEVER {
            {
                use {OfANumber as _, OfAnother as _, methods_of_numbers::*};
                (&&&method_of::<_, T, _>(c0.rule(), &v1).receiver()).exp_of_numbers();
            }
            {
                use only_for_the_derivative::*;
                receiver(c0.rule(), &v1).by_value().exp();
            }
        }
        let v2 = c0.rule().fwd(t, &v1);
        let z0 = Forms::pushed(t, (&v1,));
        let s0 = Saved::pushed(t, (&v1,), (c0.rule().reads().0,));
        let k0 = Saved::pushed(t, (&v2,), (c0.rule().reads().1,));
        b0.is(&(c0, v0_ty, s0, k0, z0));
        return __Sweep::finish::<T>(v2);
    }
    let (bar, mut x_bar) = __Sweep::begin(input);
    let x = || -> &T { unread() };
    let (c0, v0_ty, s0, k0, z0) = b0.links();
    let (v2,) = k0.pop(t);
    let (v1,) = s0.pop(t);
    let z0 = z0.pop(t);
    let v0 = v0_ty.gone();
    let mut v1_bar_room = z0.room::<0>();
    let mut v1_bar_first = z0.first::<0>(&mut v1_bar_room);
    c0.rule().bwd(t, v1.read(), v2.read(), bar, &mut v1_bar_first);
    let v1_bar = v1_bar_first.place();
    sub(v0.read(), Read::__gone(&x), v1.read(), &*v1_bar, NoGrad, x_bar.passed());
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    T: Float,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<T>>,
>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<&T>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<T>; __K]>,
    x_dot: impl Directions<Ct<T>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<T>>, __x_slot)>,
) -> __Sweep::Output<T>
where
    T: Scalar<Itself = T>,
    Dictionary<<T as Scalar>::Itself>: Functions<Number = T>,
{
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let x = of(x).own();
        let v0 = T::one();
        let v0_ty = Ty::of(v0.as_an_operand());
        let v1 = v0 - x;
        let v1_dot = __width.sub(v0.as_an_operand(), &x, &v1, NoGrad, x_dot);
        let c0 = Ty::of(&v1.derivative_of_exp());
        let a0 = c0.rule().operands(&v1);
        let mut v2_dot = __width.to_come();
        let v2 = {
            v1.derivative_of_exp().dual(t, __width.onward(), &mut v2_dot, &v1, &v1_dot)
        };
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v1,));
            let s0 = Saved::pushed(t, (&v1,), (c0.rule().reads_dual(&a0).0,));
            let k0 = Saved::pushed(t, (&v2,), (c0.rule().reads_dual(&a0).1,));
            let ds0 = Saved::pushed(t, (&v1_dot,), (c0.rule().reads_dual(&a0).0,));
            let dk0 = Saved::pushed(t, (&v2_dot,), (c0.rule().reads_dual(&a0).1,));
            b0.is(&(c0, a0, v0_ty, ds0, dk0, s0, k0, z0));
        }
        let __y: T = v2;
        *__Sweep::lent(__result_dot) = v2_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let x = || -> &T { unread() };
        let (c0, a0, v0_ty, ds0, dk0, s0, k0, z0) = b0.links();
        let (v2_dot,) = dk0.pop(t);
        let (v1_dot,) = ds0.pop(t);
        let (v2,) = k0.pop(t);
        let (v1,) = s0.pop(t);
        let z0 = z0.pop(t);
        let v0 = v0_ty.gone();
        let mut v1_bar = z0.zero_pair::<0>();
        c0.rule()
            .bwd_dual(
                t,
                v1.read(),
                v2.read(),
                v1_dot.tangent(),
                v2_dot.tangent(),
                bar,
                v1_bar.whole(),
            );
        dual::SUB
            .bwd_dual(
                t,
                v0.read(),
                Read::__gone(&x),
                v1.read(),
                NoGrad,
                tangent(&x_dot),
                v1_dot.tangent(),
                v1_bar.seen(),
                NoGrad,
                x_bar.whole(),
            );
    });
    __Sweep::end()
}
