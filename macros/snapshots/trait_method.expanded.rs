fn split_of_new<__Sweep: Sweep, __stiffness_slot: Slot<Ct<__Checked<f64>>>>(
    t: &mut Tape<'_>,
    stiffness: __Sweep::Lent<__Checked<&f64>>,
    input: __Sweep::Input<(&Ct<__Checked<Self>>, __stiffness_slot)>,
) -> __Sweep::Output<__Checked<Self>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let stiffness = __Sweep::lent(stiffness);
        let stiffness = of(stiffness).own();
        let v0 = __0seen(Self {
                stiffness: of(&stiffness).own(),
            })
            .with_a_derivative();
        let v0_ty = Ty::of(&v0);
        b0.is(&(v0_ty,));
        return __Sweep::finish::<__Checked<Self>>(v0);
    }
    let (bar, mut stiffness_bar) = __Sweep::begin(input);
    let mut stiffness_bar = stiffness_bar.out();
    let stiffness = || -> __Checked<&f64> { unread() };
    let (v0_ty,) = b0.links();
    let v0 = v0_ty.gone();
    give_part(stiffness_bar.whole(), &bar.stiffness);
    __Sweep::end()
}

fn split_dual_of_new_<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __stiffness_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    stiffness: __Sweep::Lent<__Checked<&f64>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<Self>>; __K]>,
    stiffness_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<Self>>>, __stiffness_slot)>,
) -> __Sweep::Output<__Checked<Self>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let stiffness = __Sweep::lent(stiffness);
        let stiffness = of(stiffness).own();
        let v0 = __0seen(Self {
                stiffness: of(&stiffness).own(),
            })
            .with_a_derivative();
        let mut v0_dot = __width.zero(&v0);
        __width.set(&mut v0_dot, |d| &mut d.stiffness, stiffness_dot);
        let v0_ty = Ty::of(&v0);
        b0.is(&(v0_ty,));
        let __y: __Checked<Self> = v0;
        *__Sweep::lent(__result_dot) = v0_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut stiffness_bar) = __Sweep::begin(input);
        let mut stiffness_bar = PairSlot::outs(&mut stiffness_bar);
        let stiffness = || -> __Checked<&f64> { unread() };
        let (v0_ty,) = b0.links();
        let v0 = v0_ty.gone();
        dual::give_part(stiffness_bar.whole(), bar.part(|d| &d.stiffness));
    });
    __Sweep::end()
}

fn split_of_energy<
    __Sweep: Sweep,
    ____self_slot: Slot<Ct<__Checked<Self>>>,
    __x_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    __self: __Checked<&Self>,
    x: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, ____self_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let __self = of(__self).own();
    let x = of(x).own();
    if __Sweep::FORWARD {
        let v0 = __self.stiffness * x;
        let v0_ty = Ty::of(&v0);
        b0.is(&(v0_ty,));
        return __Sweep::finish::<__Checked<f64>>(v0);
    }
    let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
    let mut __self_bar = __self_bar.out();
    let (v0_ty,) = b0.links();
    let v0 = v0_ty.gone();
    mul(
        Read::live(&__self.stiffness),
        Read::live(&x),
        v0.read(),
        bar,
        __self_bar.parts(|d| &mut d.stiffness),
        x_bar.passed(),
    );
    __Sweep::end()
}

fn split_dual_of_energy_<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    ____self_slot: PairSlot<Ct<__Checked<Self>>>,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    __self: __Checked<&Self>,
    x: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    __self_dot: impl Directions<Ct<__Checked<Self>>, __K>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, ____self_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let __self = of(__self).own();
    let x = of(x).own();
    if __Sweep::FORWARD {
        let v0 = __self.stiffness * x;
        let v0_dot = __width
            .mul(
                &__self.stiffness,
                &x,
                &v0,
                parts(&__self_dot, |d| &d.stiffness),
                x_dot,
            );
        let v0_ty = Ty::of(&v0);
        b0.is(&(v0_ty,));
        let __y: __Checked<f64> = v0;
        *__Sweep::lent(__result_dot) = v0_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
        let mut __self_bar = PairSlot::outs(&mut __self_bar);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let (v0_ty,) = b0.links();
        let v0 = v0_ty.gone();
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&__self.stiffness),
                Read::live(&x),
                v0.read(),
                tangent_part(&__self_dot, |d| &d.stiffness),
                tangent(&x_dot),
                NoGrad,
                bar,
                __self_bar.parts(|d| &mut d.stiffness),
                x_bar.whole(),
            );
    });
    __Sweep::end()
}
