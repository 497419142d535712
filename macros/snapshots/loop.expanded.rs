fn split<
    __Sweep: Sweep,
    __c_slot: Slot<Ct<__Checked<[f64; 4]>>>,
    __x_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    c: __Sweep::Lent<__Checked<&[f64; 4]>>,
    x: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __c_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let c = __Sweep::lent(c);
        let mut y = 0.0;
        let b1 = Ty::new();
        let range = (0..4);
        if let ::core::option::Option::Some(mut room) = t.ahead(&b1, range.clone()) {
            {
                let t = &mut room;
                for i in range {
                    let v0 = of(&y).own();
                    let v1 = v0 * x;
                    let v2 = v1 + c[3 - i];
                    y = v2;
                    let s1 = Saved::pushed(t, (&v0,), (Yes,));
                    b1.is(&(s1,));
                }
            }
            t.went_on(&b1, room);
        } else {
            for i in range {
                let v0 = of(&y).own();
                let v1 = v0 * x;
                let v2 = v1 + c[3 - i];
                y = v2;
            }
        }
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut c_bar, mut x_bar) = __Sweep::begin(input);
    let mut c_bar = c_bar.out();
    let mut x_bar = x_bar.out();
    let c = || -> __Checked<&[f64; 4]> { unread() };
    let (b1,) = b0.links();
    let mut y_bar = -0f64;
    give(Out::new(&mut y_bar), bar);
    let mut held1_0_begun = false;
    let (mut held1_0,) = { (-0f64,) };
    {
        let range = (0..4);
        let mut room = t.behind(&b1, range.clone());
        {
            let t = &mut room;
            for i in range.rev() {
                held1_0_begun = true;
                let (s1,) = b1.links();
                let (v0,) = s1.pop(t);
                let mut v2_bar = -0f64;
                give_part(Out::new(&mut v2_bar), &y_bar);
                drop_part(&mut y_bar);
                let mut v1_bar = v2_bar;
                primitives::plus(c_bar.parts(|d| &mut d[3 - i]), v2_bar);
                let mut v0_bar = v1_bar * x;
                held1_0 += v1_bar * *v0.get();
                y_bar += v0_bar;
            }
        }
        t.goes_on(&b1, room);
    }
    if held1_0_begun {
        give(x_bar.whole(), &held1_0);
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __c_slot: PairSlot<Ct<__Checked<[f64; 4]>>>,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    c: __Sweep::Lent<__Checked<&[f64; 4]>>,
    x: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    c_dot: impl Directions<Ct<__Checked<[f64; 4]>>, __K>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __c_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let x = of(x).own();
    if __Sweep::FORWARD {
        let c = __Sweep::lent(c);
        let mut y = 0.0;
        let mut y_dot = __width.own(&y, NoGrad);
        let b1 = Ty::new();
        for i in (0..4) {
            let i_at = i;
            let v0 = of(&y).own();
            let v0_dot = of(&v0).tangents(__width, &y_dot);
            let v1 = v0 * x;
            let v1_dot = __width.mul(&v0, &x, &v1, &v0_dot, x_dot);
            let v2 = v1 + c[3 - i];
            let v2_dot = __width
                .add(&v1, &c[3 - i], &v2, &v1_dot, parts(&c_dot, |d| &d[3 - i_at]));
            y = v2;
            y_dot = v2_dot;
            if __Sweep::TAPED {
                let s1 = Saved::pushed(t, (&v0,), (Yes,));
                let ds1 = Saved::pushed(t, (&v0_dot,), (Yes,));
                b1.is(&(ds1, s1));
            }
        }
        b0.is(&(b1,));
        let __y: __Checked<f64> = y;
        *__Sweep::lent(__result_dot) = y_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut c_bar, mut x_bar) = __Sweep::begin(input);
        let mut c_bar = PairSlot::outs(&mut c_bar);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let c = || -> __Checked<&[f64; 4]> { unread() };
        let (b1,) = b0.links();
        let mut y_bar = Pair::both(-0f64);
        dual::give(y_bar.whole(), bar);
        let mut held1_0_begun = false;
        let (mut held1_0,) = { (Pair::both(-0f64),) };
        for i in (0..4).rev() {
            held1_0_begun = true;
            let (ds1, s1) = b1.links();
            let (v0_dot,) = ds1.pop(t);
            let (v0,) = s1.pop(t);
            let mut v2_bar = Pair::both(-0f64);
            {
                let d = y_bar.taken();
                dual::give_part(v2_bar.whole(), d.seen());
            }
            let mut v1_bar = Pair::both(-0f64);
            dual::ADD
                .bwd_dual(
                    t,
                    Read::<f64>::absent(),
                    Read::__unread_part(|| &c()[3 - i]),
                    Read::<f64>::absent(),
                    NoGrad,
                    tangent_part(&c_dot, |d| &d[3 - i]),
                    NoGrad,
                    v2_bar.seen(),
                    v1_bar.whole(),
                    c_bar.parts(|d| &mut d[3 - i]),
                );
            let mut v0_bar = Pair::both(-0f64);
            dual::MUL
                .bwd_dual(
                    t,
                    v0.read(),
                    Read::live(&x),
                    Read::<f64>::absent(),
                    v0_dot.tangent(),
                    tangent(&x_dot),
                    NoGrad,
                    v1_bar.seen(),
                    v0_bar.whole(),
                    held1_0.whole(),
                );
            dual::give_part(y_bar.whole(), v0_bar.seen());
        }
        if held1_0_begun {
            dual::give(x_bar.whole(), held1_0.seen());
        }
    });
    __Sweep::end()
}
