fn split<
    __Sweep: Sweep,
    __arg0_slot: Slot<Ct<__Checked<(f64, f64)>>>,
    __box__slot: Slot<Ct<__Checked<Box2>>>,
>(
    t: &mut Tape<'_>,
    arg0: __Checked<&(f64, f64)>,
    box_: __Checked<&Box2>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __arg0_slot, __box__slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let arg0 = own(arg0);
    if __Sweep::FORWARD {
        let (x, y) = arg0;
        let Box2 { low, high } = box_;
        let v0 = low[0] * x;
        let v0_form = Form::of(&v0);
        let v1 = high[0] - v0;
        let v1_form = Form::of(&v1);
        let v2 = high[1] - y;
        let v2_form = Form::of(&v2);
        let v3 = (v1, v2);
        let (w, h) = own(&v3);
        let w = w * h;
        let v4 = own(&w) * own(&w);
        let v4_ty = Ty::of(&v4);
        let z0 = Forms::pushed(t, (&v3, &w, v0_form, v1_form, v2_form));
        let s0 = Saved::pushed(t, (&v3, &w), (Yes, recompute(&w, Yes)));
        b0.is(&(v4_ty, s0, z0));
        return __Sweep::finish::<__Checked<f64>>(v4);
    }
    let (bar, mut arg0_bar, mut box__bar) = __Sweep::begin(input);
    let mut arg0_bar = arg0_bar.out();
    let mut box__bar = box__bar.out();
    let (v4_ty, s0, z0) = b0.links();
    let (v3, w) = s0.pop(t);
    let z0 = z0.pop(t);
    let v0 = z0.gone::<2>();
    let v1 = z0.gone::<3>();
    let v2 = z0.gone::<4>();
    let v4 = v4_ty.gone();
    let w = w.or_recompute(|| value::mul(&v3.get().0, &v3.get().1));
    let mut v1_bar;
    {
        let mut w_bar = z0.zero::<1>();
        let mut aside1 = zero_of(w.read());
        mul(
            w.read(),
            w.read(),
            v4.read(),
            bar,
            Out::new(&mut w_bar),
            Out::new(&mut aside1),
        );
        give_back(Out::new(&mut w_bar), &aside1);
        let mut v3_bar = z0.zero::<0>();
        mul(
            v3.read().map(|d| &d.0),
            v3.read().map(|d| &d.1),
            w.read(),
            &w_bar,
            Out::new(&mut v3_bar.0),
            Out::new(&mut v3_bar.1),
        );
        v1_bar = z0.zero::<3>();
        let mut v2_bar = z0.zero::<4>();
        give_part(Out::new(&mut v1_bar), &v3_bar.0);
        give_part(Out::new(&mut v2_bar), &v3_bar.1);
        sub(
            Read::__unread_part(|| &box_.high[1]),
            Read::__unread_part(|| &arg0.1),
            v2.read(),
            &v2_bar,
            box__bar.parts(|d| &mut d.high[1]),
            arg0_bar.parts(|d| &mut d.1),
        );
    }
    let mut v0_bar_room = z0.room::<2>();
    let mut v0_bar_first = z0.first::<2>(&mut v0_bar_room);
    sub(
        Read::__unread_part(|| &box_.high[0]),
        v0.read(),
        v1.read(),
        &v1_bar,
        box__bar.parts(|d| &mut d.high[0]),
        &mut v0_bar_first,
    );
    let v0_bar = v0_bar_first.place();
    mul(
        Read::live(&box_.low[0]),
        Read::live(&arg0.0),
        v0.read(),
        &*v0_bar,
        box__bar.parts(|d| &mut d.low[0]),
        arg0_bar.parts(|d| &mut d.0),
    );
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __arg0_slot: PairSlot<Ct<__Checked<(f64, f64)>>>,
    __box__slot: PairSlot<Ct<__Checked<Box2>>>,
>(
    t: &mut Tape<'_>,
    arg0: __Checked<&(f64, f64)>,
    box_: __Checked<&Box2>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    arg0_dot: impl Directions<Ct<__Checked<(f64, f64)>>, __K>,
    box__dot: impl Directions<Ct<__Checked<Box2>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __arg0_slot, __box__slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let arg0 = own(arg0);
    if __Sweep::FORWARD {
        let (x, y) = arg0;
        let Box2 { low, high } = box_;
        let v0 = low[0] * x;
        let v0_dot = __width
            .mul(
                &low[0],
                &x,
                &v0,
                parts(&box__dot, |d| &d.low[0]),
                parts(&arg0_dot, |d| &d.0),
            );
        let v0_form = Form::of(&v0);
        let v1 = high[0] - own(&v0);
        let v1_dot = __width
            .sub(&high[0], &v0, &v1, parts(&box__dot, |d| &d.high[0]), &v0_dot);
        let v1_form = Form::of(&v1);
        let v2 = high[1] - y;
        let v2_dot = __width
            .sub(
                &high[1],
                &y,
                &v2,
                parts(&box__dot, |d| &d.high[1]),
                parts(&arg0_dot, |d| &d.1),
            );
        let v2_form = Form::of(&v2);
        let v3 = (v1, v2);
        let mut v3_dot = __width.zero(&v3);
        __width.set(&mut v3_dot, |d| &mut d.0, &v1_dot);
        __width.set(&mut v3_dot, |d| &mut d.1, &v2_dot);
        let (w, h) = own(&v3);
        let __y = w * h;
        let w_dot = __width
            .mul(&w, &h, &__y, parts_of(&v3_dot, |d| &d.0), parts_of(&v3_dot, |d| &d.1));
        let w = __y;
        let v4 = own(&w) * own(&w);
        let v4_dot = __width.mul(&w, &w, &v4, &w_dot, &w_dot);
        let v4_ty = Ty::of(&v4);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v3, &w, v0_form, v1_form, v2_form));
            let s0 = Saved::pushed(t, (&v3, &w), (Yes, recompute(&w, Yes)));
            let ds0 = Saved::pushed(t, (&v3_dot, &w_dot), (Yes, Yes));
            b0.is(&(v4_ty, ds0, s0, z0));
        }
        let __y: __Checked<f64> = v4;
        *__Sweep::lent(__result_dot) = v4_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut arg0_bar, mut box__bar) = __Sweep::begin(input);
        let mut arg0_bar = PairSlot::outs(&mut arg0_bar);
        let mut box__bar = PairSlot::outs(&mut box__bar);
        let (v4_ty, ds0, s0, z0) = b0.links();
        let (v3_dot, w_dot) = ds0.pop(t);
        let (v3, w) = s0.pop(t);
        let z0 = z0.pop(t);
        let v0 = z0.gone::<2>();
        let v1 = z0.gone::<3>();
        let v2 = z0.gone::<4>();
        let v4 = v4_ty.gone();
        let w = w.or_recompute(|| value::mul(&v3.get().0, &v3.get().1));
        let mut v1_bar;
        {
            let mut w_bar = z0.zero_pair::<1>();
            let mut aside1 = Pair::of(|| zero_of(w.read()));
            dual::MUL
                .bwd_dual(
                    t,
                    w.read(),
                    w.read(),
                    v4.read(),
                    w_dot.tangent(),
                    w_dot.tangent(),
                    NoGrad,
                    bar,
                    w_bar.whole(),
                    aside1.whole(),
                );
            dual::give_back(w_bar.whole(), aside1.seen());
            let mut v3_bar = z0.zero_pair::<0>();
            let (part0, part1) = v3_bar.apart(|d| (&mut d.0, &mut d.1));
            dual::MUL
                .bwd_dual(
                    t,
                    v3.read().map(|d| &d.0),
                    v3.read().map(|d| &d.1),
                    w.read(),
                    v3_dot.tangent_part(|d| &d.0),
                    v3_dot.tangent_part(|d| &d.1),
                    w_dot.tangent(),
                    w_bar.seen(),
                    part0.into_outs(),
                    part1.into_outs(),
                );
            v1_bar = z0.zero_pair::<3>();
            let mut v2_bar = z0.zero_pair::<4>();
            dual::give_part(v1_bar.whole(), v3_bar.seen().part(|d| &d.0));
            dual::give_part(v2_bar.whole(), v3_bar.seen().part(|d| &d.1));
            dual::SUB
                .bwd_dual(
                    t,
                    Read::__unread_part(|| &box_.high[1]),
                    Read::__unread_part(|| &arg0.1),
                    v2.read(),
                    tangent_part(&box__dot, |d| &d.high[1]),
                    tangent_part(&arg0_dot, |d| &d.1),
                    NoGrad,
                    v2_bar.seen(),
                    box__bar.parts(|d| &mut d.high[1]),
                    arg0_bar.parts(|d| &mut d.1),
                );
        }
        let mut v0_bar = z0.zero_pair::<2>();
        dual::SUB
            .bwd_dual(
                t,
                Read::__unread_part(|| &box_.high[0]),
                v0.read(),
                v1.read(),
                tangent_part(&box__dot, |d| &d.high[0]),
                NoGrad,
                NoGrad,
                v1_bar.seen(),
                box__bar.parts(|d| &mut d.high[0]),
                v0_bar.whole(),
            );
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&box_.low[0]),
                Read::live(&arg0.0),
                v0.read(),
                tangent_part(&box__dot, |d| &d.low[0]),
                tangent_part(&arg0_dot, |d| &d.0),
                NoGrad,
                v0_bar.seen(),
                box__bar.parts(|d| &mut d.low[0]),
                arg0_bar.parts(|d| &mut d.0),
            );
    });
    __Sweep::end()
}
