pub fn wave(x: f64, k: f64) -> f64 {
    (k * x).sin()
}
///Derivatives of [`wave()`](wave()): its associated functions compute gradients, see each of them. The gradient is that of `x`.
#[allow(non_camel_case_types, missing_debug_implementations)]
pub struct wave {}
#[allow(
    warnings,
    unused,
    unused_qualifications,
    nonstandard_style,
    future_incompatible,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction
)]
#[automatically_derived]
const _: () = {
    use ::cotangent::generated as __ad;
    type __This = wave;
    type __Checked<__X> = Checked<__X, { __This::checks() }>;
    const fn __0checked<__X: ::core::marker::Copy>(x: __X) -> __Checked<__X> {
        x
    }
    trait MethodsWithARule {
        fn derivative_of_sin(&self) {}
    }
    impl<X: ?::core::marker::Sized + HasRule> MethodsWithARule for X {}
    mod only_for_the_derivative {
        #[doc(hidden)]
        pub trait SelfByValue: ::core::marker::Sized {
            fn sin(self) {}
        }
        impl<X> SelfByValue for X {}
    }
    impl ::core::clone::Clone for __This {
        fn clone(&self) -> Self {
            *self
        }
    }
    impl ::core::marker::Copy for __This {}
    #[doc(hidden)]
    impl Companion for __This {
        const THIS: Self = Self {};
        type On<__X> = Nowhere;
    }
    impl __This {
        ///`wave` at these arguments, for all calls that there are.
        #[inline(always)]
        pub fn at<'__a>(x: f64, k: f64) -> At<__This, (f64, f64), f64> {
            At::new((x, k))
        }
        ///The gradient of `wave`. The gradient is that of `x`.
        #[inline]
        #[track_caller]
        pub fn grad(x: f64, k: f64) -> Ct<f64>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            Self::at(x, k).grad()
        }
        ///The value and the gradient of `wave`. The gradient is that of `x`.
        #[inline]
        #[track_caller]
        pub fn value_and_grad(x: f64, k: f64) -> (f64, Ct<f64>)
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            Self::at(x, k).value_and_grad()
        }
        ///The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`.
        #[inline]
        #[track_caller]
        pub fn vjp(x: f64, k: f64, seed: Ct<f64>) -> (f64, Ct<f64>) {
            Self::at(x, k).vjp(seed)
        }
        /**The value of `wave`; adds the gradient to the caller's cotangents. The gradient is that of `x`. On the caller's tape.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn value_and_grad_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            x_bar: &mut Ct<f64>,
        ) -> f64
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            Self::at(x, k).on(tape).value_and_grad_into(x_bar)
        }
        #[doc(hidden)]
        pub const fn words_if_known(
            depth: ::core::primitive::usize,
            sweeps: Sweeps,
        ) -> TapeSize {
            TapeSize::sum(
                &[
                    sweeps.kept(0, Saved::<([f64; 1],), (Yes,)>::new().words()),
                    methods::sin.words(&Ty::<(f64,)>::new(), depth + 1, sweeps),
                ],
            )
        }
        ///Words of 8 bytes that the gradient of `wave` needs on the tape: exactly, but for branches that need less.
        pub const fn tape_words() -> ::core::primitive::usize {
            known(__This::words_if_known(0, Sweeps::Whole).words())
        }
        ///Bytes that the gradient of `wave` needs on the tape: exactly, but for branches that need less.
        pub const fn tape_bytes() -> ::core::primitive::usize {
            8 * Self::tape_words()
        }
        #[inline(always)]
        fn forward_pass<const __K: ::core::primitive::usize>(
            x: &f64,
            k: &f64,
            x_dot: impl Directions<Ct<f64>, __K>,
            k_dot: impl ::core::marker::Sized,
        ) -> (f64, [Ct<f64>; __K]) {
            let __width = Width::new();
            let mut __result_dot = __width.to_come();
            let __result = __This::split_dual::<
                Tangents,
                __K,
                NoGrad,
            >(&mut Tape::none(), x, k, __width, &mut __result_dot, x_dot, k_dot, ());
            Self::compared(&__result, x, k);
            (__result, __result_dot)
        }
        ///The value of `wave`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one forward pass without a tape. The tangent is that of `x`.
        #[inline]
        #[track_caller]
        pub fn jvp(x: f64, k: f64, tangents: Ct<f64>) -> (f64, Ct<f64>) {
            Self::at(x, k).jvp(tangents)
        }
        #[inline]
        fn second_sweeps(
            self,
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: &f64,
            k: &f64,
            seed: PairRef<'_, Ct<f64>>,
            (x_dot, ()): (impl Directions<Ct<f64>, 1>, ()),
            (x_bar, ()): (PairMut<'_, Ct<f64>>, ()),
        ) -> ::core::result::Result<(f64, Ct<f64>), TapeOverflow> {
            let mut __result_dot = Width::<1, Forward>::new().to_come();
            let y = Store::run(
                tape,
                |t| {
                    __This::split_dual::<
                        Forward,
                        1,
                        NoGrad,
                    >(t, x, k, Width::new(), &mut __result_dot, x_dot, NoGrad, ())
                },
                |t, y| {
                    __This::split_dual::<
                        Reverse,
                        1,
                        _,
                    >(
                        t,
                        x,
                        k,
                        Width::new(),
                        (),
                        x_dot,
                        NoGrad,
                        (seed, x_bar.into_outs()),
                    );
                    y
                },
            )?;
            Self::compared(&y, x, k);
            let [__result_dot] = __result_dot;
            ::core::result::Result::Ok((y, __result_dot))
        }
        #[doc(hidden)]
        #[inline]
        pub fn second_pass(
            self,
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: &f64,
            k: &f64,
            seed: PairRef<'_, Ct<f64>>,
            (x_dot, ()): (impl Directions<Ct<f64>, 1>, ()),
        ) -> ::core::result::Result<(f64, Ct<f64>, Ct<f64>, Ct<f64>), TapeOverflow> {
            let mut x_bar: Ct<f64> = zero_for(x);
            let mut x_product: Ct<f64> = zero_for(x);
            let (y, __result_dot) = Self::second_sweeps(
                self,
                tape,
                x,
                k,
                seed,
                (x_dot, ()),
                (PairMut::<Ct<f64>>::new(&mut x_bar, &mut x_product), ()),
            )?;
            ::core::result::Result::Ok((y, __result_dot, x_bar, x_product))
        }
        ///Words of 8 bytes that the second derivatives of `wave` need on the tape: exactly, but for branches that need less. `#[checkpoint]` does not make them fewer.
        pub const fn hvp_tape_words() -> ::core::primitive::usize {
            known(__This::words_if_known(0, Sweeps::WithTangents).words())
        }
        #[inline]
        fn compared(found: &__Checked<f64>, x: __Checked<&f64>, k: __Checked<&f64>) {
            if DEBUG {
                compare("wave", found, &wave(of(x).own(), of(k).own()));
            }
        }
        #[doc(hidden)]
        #[inline]
        pub fn fwd(self, t: &mut Tape<'_>, x: &f64, k: &f64) -> f64 {
            __This::split::<Forward, NoGrad>(t, x, k, ())
        }
        #[doc(hidden)]
        #[inline]
        pub fn bwd(
            self,
            t: &mut Tape<'_>,
            x: &f64,
            k: &f64,
            bar: &Ct<f64>,
            x_bar: impl Slot<Ct<f64>>,
            k_bar: impl Unwanted,
        ) {
            __This::split::<Reverse, _>(t, x, k, (bar, x_bar))
        }
        #[doc(hidden)]
        #[inline(always)]
        pub fn reads(self) -> (Yes, Yes, No) {
            (Yes, Yes, No)
        }
        #[doc(hidden)]
        pub fn operands(self, x: &f64, k: &f64) -> Ty<(Ty<f64>, (Still<f64>, ()))> {
            Ty::new()
        }
        #[doc(hidden)]
        pub const fn words(
            self,
            _: &Ty<(Ty<f64>, (Still<f64>, ()))>,
            depth: ::core::primitive::usize,
            sweeps: Sweeps,
        ) -> TapeSize {
            __This::words_if_known(depth, sweeps.of_called())
        }
        #[doc(hidden)]
        #[inline]
        pub fn dual<const __K: ::core::primitive::usize, __Sweep: Ahead>(
            self,
            t: &mut Tape<'_>,
            __width: Width<__K, __Sweep>,
            __result_dot: &mut [Ct<f64>; __K],
            x: &f64,
            k: &f64,
            x_dot: impl Directions<Ct<f64>, __K>,
            k_dot: impl ::core::marker::Sized,
        ) -> f64 {
            __Sweep::passed::<
                f64,
            >(
                __This::split_dual::<
                    __Sweep,
                    __K,
                    NoGrad,
                >(
                    t,
                    x,
                    k,
                    __width,
                    __Sweep::lend(__result_dot),
                    x_dot,
                    k_dot,
                    __Sweep::input::<(PairRef<'_, Ct<f64>>, NoGrad)>(),
                ),
            )
        }
        #[doc(hidden)]
        #[inline]
        pub fn bwd_dual(
            self,
            t: &mut Tape<'_>,
            x: &f64,
            k: &f64,
            x_dot: impl Directions<Ct<f64>, 1>,
            _: impl ::core::marker::Sized,
            bar: PairRef<'_, Ct<f64>>,
            x_bar: impl PairSlot<Ct<f64>>,
            k_bar: impl Unwanted,
        ) {
            __This::split_dual::<
                Reverse,
                1,
                _,
            >(t, x, k, Width::new(), (), x_dot, NoGrad, (bar, x_bar))
        }
        #[doc(hidden)]
        pub fn by_name(self) -> Self
        where
            for<'one> Self: callables::PassedByName<'one>,
        {
            self
        }
        #[doc(hidden)]
        #[inline(always)]
        fn split<__Sweep: Sweep, __x_slot: Slot<Ct<__Checked<f64>>>>(
            t: &mut Tape<'_>,
            x: __Checked<&f64>,
            k: __Checked<&f64>,
            input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot)>,
        ) -> __Sweep::Output<__Checked<f64>> {
            use rules::*;
            let x = of(x).own();
            let k = of(k).own();
            if __Sweep::FORWARD {
                let v0 = k * x;
                let v1 = methods::sin.fwd(t, &v0);
                return __Sweep::finish::<__Checked<f64>>(v1);
            }
            let (bar, mut x_bar) = __Sweep::begin(input);
            let mut x_bar = x_bar.out();
            let mut v0_bar = -0f64;
            methods::sin
                .bwd(
                    t,
                    methods::sin.reads().0.absent::<f64>(),
                    methods::sin.reads().1.absent::<f64>(),
                    bar,
                    Out::new(&mut v0_bar),
                );
            primitives::plus(x_bar.whole(), v0_bar * k);
            __Sweep::end()
        }
        #[doc(hidden)]
        #[inline(always)]
        fn split_dual<
            __Sweep: Sweep,
            const __K: ::core::primitive::usize,
            __x_slot: PairSlot<Ct<__Checked<f64>>>,
        >(
            t: &mut Tape<'_>,
            x: __Checked<&f64>,
            k: __Checked<&f64>,
            __width: Width<__K, __Sweep>,
            __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
            x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
            k_dot: impl ::core::marker::Sized,
            input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot)>,
        ) -> __Sweep::Output<__Checked<f64>> {
            use rules::*;
            let b0 = Ty::new();
            let x = of(x).own();
            let k = of(k).own();
            if __Sweep::FORWARD {
                let v0 = k * x;
                let v0_dot = __width.mul(&k, &x, &v0, NoGrad, x_dot);
                let mut v1_dot = __width.to_come();
                let v1 = {
                    methods::sin.dual(t, __width.onward(), &mut v1_dot, &v0, &v0_dot)
                };
                if __Sweep::TAPED {
                    let ds0 = Saved::pushed(t, (&v0_dot,), (Yes,));
                    b0.is(&(ds0,));
                }
                let __y: __Checked<f64> = v1;
                *__Sweep::lent(__result_dot) = v1_dot;
                return __Sweep::finish(__y);
            }
            __Sweep::mirrored(move || {
                let (bar, mut x_bar) = __Sweep::begin(input);
                let mut x_bar = PairSlot::outs(&mut x_bar);
                let (ds0,) = b0.links();
                let (v0_dot,) = ds0.pop(t);
                let v0 = k * x;
                let v0 = live(&v0);
                let mut v0_bar = Pair::both(-0f64);
                methods::sin
                    .bwd_dual(
                        t,
                        v0.read(),
                        methods::sin.reads_dual(&Ty::<(f64,)>::new()).1.absent::<f64>(),
                        v0_dot.tangent(),
                        NoGrad,
                        bar,
                        v0_bar.whole(),
                    );
                dual::MUL
                    .bwd_dual(
                        t,
                        Read::live(&k),
                        Read::__unread(&x),
                        v0.read(),
                        NoGrad,
                        tangent(&x_dot),
                        v0_dot.tangent(),
                        v0_bar.seen(),
                        NoGrad,
                        x_bar.whole(),
                    );
            });
            __Sweep::end()
        }
        #[doc(hidden)]
        const fn checks() -> ::core::primitive::bool {
            let _body = |x: f64, k: f64| -> f64 {
                use rules::*;
                { (k * x).sin() }
            };
            differentiable::<f64>();
            differentiable::<f64>();
            primitives::is_f64::<f64>();
            true
        }
    }
    impl<'__a> Function<(f64, f64), f64> for __This {
        type Cotangents<'__c> = &'__c mut Ct<f64>;
        type Tangents<'__t> = Ct<f64>;
        const WORDS: ::core::primitive::usize = __This::words_if_known(0, Sweeps::Whole)
            .words();
        type OwnTape = OfItsSize<
            { on_stack(__This::words_if_known(0, Sweeps::Whole).words()) },
        >;
        type Sweeps = OneAfterTheOther;
        const NAME: &'static ::core::primitive::str = "wave";
        const PARAMETERS: &'static [&'static ::core::primitive::str] = &["x", "k"];
        type Parameters = (ByValue<true>, ByValue<false>);
        #[inline]
        fn value(arguments: (f64, f64)) -> f64 {
            let (x, k) = arguments;
            wave(x, k)
        }
        type Gradient = Ct<f64>;
        #[inline(always)]
        fn zero(arguments: &(f64, f64)) -> Self::Gradient {
            let (x, k) = arguments;
            zero_for(x)
        }
        #[inline(always)]
        fn places(x_bar: &mut Self::Gradient) -> Self::Cotangents<'_> {
            x_bar
        }
    }
    impl<'__a> PureFunction<(f64, f64), f64> for __This {
        #[inline(always)]
        fn forward(t: &mut Tape<'_>, (x, k): &(f64, f64)) -> f64 {
            __This::split::<Forward, NoGrad>(t, x, k, ())
        }
        #[inline(always)]
        fn reverse(
            t: &mut Tape<'_>,
            (x, k): &(f64, f64),
            seed: &Ct<f64>,
            cotangents: Self::Cotangents<'_>,
        ) {
            let x_bar = cotangents;
            __This::split::<Reverse, _>(t, x, k, (seed, Out::new(x_bar)));
        }
        #[inline(always)]
        fn compare(found: &f64, (x, k): &(f64, f64)) {
            __This::compared(found, x, k);
        }
    }
    impl callables::OnlyInAClosure for __This {}
    impl<'__a> ForwardFunction<(f64, f64), f64> for __This {
        #[inline]
        #[track_caller]
        fn tangent((x, k): (f64, f64), tangents: Self::Tangents<'_>) -> (f64, Ct<f64>) {
            let x_dot = tangents;
            let (y, [y_dot]) = __This::forward_pass::<1>(&x, &k, &[x_dot], NoGrad);
            (y, y_dot)
        }
    }
    impl<'__a> PureForwardFunction<(f64, f64), f64> for __This {
        #[inline]
        #[track_caller]
        fn tangents<const __K: ::core::primitive::usize>(
            (x, k): &(f64, f64),
            tangents: [Self::Tangents<'_>; __K],
        ) -> (f64, [Ct<f64>; __K]) {
            __This::forward_pass::<__K>(x, k, tangents.each_ref().map(|d| &*d), NoGrad)
        }
    }
    impl<'__a> JacobianFunction<(f64, f64), f64> for __This
    where
        for<'one> f64: Coordinates<'one>,
    {
        type Columns<__R> = <f64 as Coordinates<'static>>::Columns<__R>;
        #[inline]
        fn columns((x, k): &(f64, f64)) -> (f64, Self::Columns<Ct<f64>>) {
            let (y, _) = __This::forward_pass::<0>(x, k, NoGrad, NoGrad);
            (
                y,
                <f64 as Coordinates<
                    'static,
                >>::columns(
                    x,
                    |along| {
                        let (_, [column]) = __This::forward_pass::<
                            1,
                        >(x, k, along, NoGrad);
                        column
                    },
                    |along| {
                        let (_, column) = __This::forward_pass::<8>(x, k, along, NoGrad);
                        column
                    },
                ),
            )
        }
    }
    impl<'__a> SecondOrderFunction<(f64, f64), f64> for __This
    where
        for<'one> f64: PerhapsScalar<'one>,
    {
        #[inline]
        #[track_caller]
        fn second_sweeps<__S: Store + ?::core::marker::Sized>(
            tape: &mut __S,
            (x, k): (f64, f64),
            v: Self::Tangents<'_>,
            gradient: Self::Cotangents<'_>,
            product: Self::Cotangents<'_>,
        ) -> ::core::result::Result<f64, TapeOverflow> {
            let (x_dot, x_bar, x_product) = (v, gradient, product);
            let (y, _) = __This::second_sweeps(
                <__This as Companion>::THIS,
                tape,
                &x,
                &k,
                PairRef::new(&<f64 as PerhapsScalar<'_>>::one(), &Tangent::zero()),
                (&[x_dot], ()),
                (PairMut::new(x_bar, x_product), ()),
            )?;
            ::core::result::Result::Ok(y)
        }
    }
    impl<'__a> CountedFunction<(f64, f64), f64> for __This {
        fn second_words_for((x, k): &(f64, f64)) -> ::core::primitive::usize {
            let mut __result_dot = Width::<1, Forward>::new().to_come();
            measure(|t| __This::split_dual::<
                Forward,
                1,
                NoGrad,
            >(t, x, k, Width::new(), &mut __result_dot, NoGrad, NoGrad, ()))
        }
    }
    impl<'__a> HessianFunction<(f64, f64), f64> for __This
    where
        for<'one> f64: PerhapsScalar<'one>,
        for<'one> f64: Coordinates<'one>,
    {
        type Columns<__R> = <f64 as Coordinates<'static>>::Columns<__R>;
        #[inline]
        fn hessian<__S: Store + ?::core::marker::Sized>(
            tape: &mut __S,
            (x, k): &(f64, f64),
        ) -> ::core::result::Result<
            (f64, Self::Gradient, Self::Columns<Self::Gradient>),
            TapeOverflow,
        > {
            let (y, _, g, _) = __This::second_pass(
                <__This as Companion>::THIS,
                tape,
                x,
                k,
                PairRef::new(&<f64 as PerhapsScalar<'_>>::one(), &Tangent::zero()),
                (NoGrad, ()),
            )?;
            ::core::result::Result::Ok((
                y,
                g,
                <f64 as Coordinates<
                    'static,
                >>::columns_alone(
                    x,
                    |along| {
                        let (_, _, _, column) = fits(
                            __This::second_pass(
                                <__This as Companion>::THIS,
                                tape,
                                x,
                                k,
                                PairRef::new(
                                    &<f64 as PerhapsScalar<'_>>::one(),
                                    &Tangent::zero(),
                                ),
                                (along, ()),
                            ),
                        );
                        column
                    },
                ),
            ))
        }
    }
};
