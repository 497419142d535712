fn split<__Sweep: Sweep, const B: usize, __m_slot: Slot<Ct<__Checked<Mlp>>>>(
    t: &mut Tape<'_>,
    m: __Checked<&Mlp>,
    x: __Checked<&Matrix<f32, B, 64>>,
    labels: __Checked<&[usize; B]>,
    input: __Sweep::Input<(&Ct<__Checked<f32>>, __m_slot)>,
) -> __Sweep::Output<__Checked<f32>> {
    use rules::*;
    use __absent::*;
    macro_rules! dense {
        () => {};
    }
    use dense as __dense;
    let s0 = Saved::new();
    let k0 = Saved::new();
    let c0 = Ty::new();
    let c1 = Ty::new();
    let c2 = Ty::new();
    if __Sweep::FORWARD {
        c0.is(&__checked(__dense {}));
        let h = __checked(__dense {}).fwd(t, x, &m.w1, &m.b1);
        c1.is(&h.derivative_of_matmul());
        let v0 = c1.rule().fwd(t, &h, &m.w2);
        let v1 = v0 + &m.b2;
        c2.is(&v1.derivative_of_softmax_cross_entropy());
        let v2 = c2.rule().fwd(t, &v1, labels);
        s0.push(
            t,
            (&h, &v0, &v1),
            (c1.rule().reads().0, c1.rule().reads().2, c2.rule().reads().0),
        );
        k0.push(t, (&v2,), (c2.rule().reads().2,));
        return __Sweep::finish::<__Checked<f32>>(v2);
    }
    let (bar, mut m_bar) = __Sweep::begin(input);
    let mut m_bar = m_bar.out();
    let (v2,) = k0.pop(t);
    let (h, v0, v1) = s0.pop(t);
    let mut h_bar = s0.zero::<0>();
    let mut v0_bar = s0.zero::<1>();
    let mut v1_bar = s0.zero::<2>();
    c2.rule()
        .bwd(
            t,
            v1.read(),
            Read::live(labels),
            v2.read(),
            bar,
            Out::new(&mut v1_bar),
            NoGrad,
        );
    add(
        v0.read(),
        Read::__unread(|| &m.b2),
        v1.read(),
        &v1_bar,
        Out::new(&mut v0_bar),
        m_bar.parts(|d| &mut d.b2),
    );
    c1.rule()
        .bwd(
            t,
            h.read(),
            Read::live(&m.w2),
            v0.read(),
            &v0_bar,
            Out::new(&mut h_bar),
            m_bar.parts(|d| &mut d.w2),
        );
    let (part1, part2) = m_bar.parts(|d| (&mut d.w1, &mut d.b1));
    __checked(__dense {})
        .bwd(
            t,
            c0.rule().reads().0.live(x),
            c0.rule().reads().1.live(&m.w1),
            c0.rule().reads().2.live(&m.b1),
            &h_bar,
            NoGrad,
            part1,
            part2,
        );
    __Sweep::end()
}
