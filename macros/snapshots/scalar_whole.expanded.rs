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
    use ::cotangent::private as __cotangent;
    type __This = wave;
    type __Own = Own<
        { __This::words_if_known(0, Sweeps::Whole).words() >= UNBOUNDED },
        { on_stack(__This::words_if_known(0, Sweeps::Whole).words()) },
    >;
    type __Checked<__X> = Checked<__X, { __This::checks() }>;
    const fn __checked<__X: ::core::marker::Copy>(x: __X) -> __Checked<__X> {
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
        type On<X> = Nowhere;
    }
    impl __This {
        ///The gradient of `wave`. The gradient is that of `x`. On a tape of its own, on the stack up to 256 KiB. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.
        #[inline]
        #[track_caller]
        pub fn grad(x: f64, k: f64) -> Ct<f64>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            from_zero(
                    <Ct<f64> as Tangent>::zero,
                    |x_bar| <__Own as OwnTape>::lend(
                        Self::words_if_known(0, Sweeps::Whole).words(),
                        |tape| {
                            Self::try_vjp_into(
                                    tape,
                                    x,
                                    k,
                                    <f64 as PerhapsScalar<'_>>::one(),
                                    x_bar,
                                )
                                .map(::core::mem::drop)
                        },
                    ),
                )
                .1
        }
        ///The value and the gradient of `wave`. The gradient is that of `x`. On a tape of its own, on the stack up to 256 KiB. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.
        #[inline]
        #[track_caller]
        pub fn value_and_grad(x: f64, k: f64) -> (f64, Ct<f64>)
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            from_zero(
                <Ct<f64> as Tangent>::zero,
                |x_bar| <__Own as OwnTape>::lend(
                    Self::words_if_known(0, Sweeps::Whole).words(),
                    |tape| Self::try_vjp_into(
                        tape,
                        x,
                        k,
                        <f64 as PerhapsScalar<'_>>::one(),
                        x_bar,
                    ),
                ),
            )
        }
        ///The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`. On a tape of its own, on the stack up to 256 KiB. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.
        #[inline]
        #[track_caller]
        pub fn vjp(x: f64, k: f64, seed: Ct<f64>) -> (f64, Ct<f64>) {
            from_zero(
                <Ct<f64> as Tangent>::zero,
                |x_bar| <__Own as OwnTape>::lend(
                    Self::words_if_known(0, Sweeps::Whole).words(),
                    |tape| Self::try_vjp_into(tape, x, k, seed, x_bar),
                ),
            )
        }
        /**The gradient of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn grad_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> Ct<f64>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            from_zero(
                    <Ct<f64> as Tangent>::zero,
                    |x_bar| {
                        Self::try_vjp_into(
                                tape,
                                x,
                                k,
                                <f64 as PerhapsScalar<'_>>::one(),
                                x_bar,
                            )
                            .map(::core::mem::drop)
                    },
                )
                .1
        }
        /**The gradient of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_grad_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> ::core::result::Result<Ct<f64>, TapeOverflow>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            let mut gradient = <Ct<f64> as Tangent>::zero();
            let x_bar = &mut gradient;
            Self::try_vjp_into(tape, x, k, <f64 as PerhapsScalar<'_>>::one(), x_bar)
                .map(::core::mem::drop)?;
            ::core::result::Result::Ok(gradient)
        }
        /**The value and the gradient of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn value_and_grad_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> (f64, Ct<f64>)
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            from_zero(
                <Ct<f64> as Tangent>::zero,
                |x_bar| Self::try_vjp_into(
                    tape,
                    x,
                    k,
                    <f64 as PerhapsScalar<'_>>::one(),
                    x_bar,
                ),
            )
        }
        /**The value and the gradient of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_value_and_grad_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> ::core::result::Result<(f64, Ct<f64>), TapeOverflow>
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            Self::try_vjp_in(tape, x, k, <f64 as PerhapsScalar<'_>>::one())
        }
        /**The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn vjp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            seed: Ct<f64>,
        ) -> (f64, Ct<f64>) {
            from_zero(
                <Ct<f64> as Tangent>::zero,
                |x_bar| Self::try_vjp_into(tape, x, k, seed, x_bar),
            )
        }
        ///Gives `call` the value of `wave` and its pullback: a function from cotangents of the result to those of the arguments, as often as it is wanted, after one forward sweep. The gradient is that of `x`. On a tape of its own, on the stack up to 256 KiB. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.
        #[inline]
        #[track_caller]
        pub fn pullback<__R>(
            x: f64,
            k: f64,
            call: impl ::core::ops::FnOnce(
                f64,
                &mut dyn ::core::ops::FnMut(Ct<f64>) -> Ct<f64>,
            ) -> __R,
        ) -> __R {
            <__Own as OwnTape>::lend(
                Self::words_if_known(0, Sweeps::Whole).words(),
                |tape| Self::pullback_in::<_>(tape, x, k, call),
            )
        }
        /**Gives `call` the value of `wave` and its pullback: a function from cotangents of the result to those of the arguments, as often as it is wanted, after one forward sweep. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn pullback_in<__R>(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            call: impl ::core::ops::FnOnce(
                f64,
                &mut dyn ::core::ops::FnMut(Ct<f64>) -> Ct<f64>,
            ) -> __R,
        ) -> __R {
            fits(Self::try_pullback_in::<_>(tape, x, k, call))
        }
        /**Gives `call` the value of `wave` and its pullback: a function from cotangents of the result to those of the arguments, as often as it is wanted, after one forward sweep. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_pullback_in<__R>(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            call: impl ::core::ops::FnOnce(
                f64,
                &mut dyn ::core::ops::FnMut(Ct<f64>) -> Ct<f64>,
            ) -> __R,
        ) -> ::core::result::Result<__R, TapeOverflow> {
            Store::run(
                tape,
                |t| Self::split::<Forward, NoGrad>(t, &x, &k, ()),
                |t, y| {
                    Self::compared(&y, &x, &k);
                    let entries = t.entries();
                    let found = call(
                        y,
                        &mut |seed| {
                            let mut x_bar: Ct<f64> = <Ct<f64> as Tangent>::zero();
                            t.rewind(entries);
                            {
                                let x_bar: &mut Ct<f64> = &mut x_bar;
                                Self::split::<
                                    Reverse,
                                    _,
                                >(t, &x, &k, (&seed, Out::new(x_bar)));
                            }
                            x_bar
                        },
                    );
                    t.rewind(&[]);
                    found
                },
            )
        }
        /**The value and the Jacobian of `wave`, a row for each number of the result, by one forward sweep. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn jacobian_rev_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> (f64, <f64 as Components<'static>>::Rows<Ct<f64>>)
        where
            for<'one> f64: Components<'one>,
        {
            fits(Self::try_jacobian_rev_in(tape, x, k))
        }
        /**The value and the Jacobian of `wave`, a row for each number of the result, by one forward sweep. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_jacobian_rev_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> ::core::result::Result<
            (f64, <f64 as Components<'static>>::Rows<Ct<f64>>),
            TapeOverflow,
        >
        where
            for<'one> f64: Components<'one>,
        {
            Self::try_pullback_in::<
                _,
            >(
                tape,
                x,
                k,
                |y, pull| {
                    let found = <f64 as Components<
                        'static,
                    >>::rows(|seed| pull(::core::clone::Clone::clone(seed)));
                    (y, found)
                },
            )
        }
        /**The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_vjp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            seed: Ct<f64>,
        ) -> ::core::result::Result<(f64, Ct<f64>), TapeOverflow> {
            let mut gradient = <Ct<f64> as Tangent>::zero();
            let x_bar = &mut gradient;
            let value = Self::try_vjp_into(tape, x, k, seed, x_bar)?;
            ::core::result::Result::Ok((value, gradient))
        }
        /**The value and the gradient of `wave`. The gradient is that of `x`. Adds to the caller's cotangents, returns the value. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

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
            fits(Self::try_value_and_grad_into(tape, x, k, x_bar))
        }
        /**The value and the gradient of `wave`. The gradient is that of `x`. Adds to the caller's cotangents, returns the value. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        pub fn try_value_and_grad_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            x_bar: &mut Ct<f64>,
        ) -> ::core::result::Result<f64, TapeOverflow>
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            Self::try_vjp_into(tape, x, k, <f64 as PerhapsScalar<'_>>::one(), x_bar)
        }
        /**The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`. Adds to the caller's cotangents, returns the value. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn vjp_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            seed: Ct<f64>,
            x_bar: &mut Ct<f64>,
        ) -> f64 {
            fits(Self::try_vjp_into(tape, x, k, seed, x_bar))
        }
        /**The value, and the cotangents for the cotangent `seed` of the result, of `wave`. The gradient is that of `x`. Adds to the caller's cotangents, returns the value. On the caller's tape. The tape has [`tape_words()`](Self::tape_words) words; where a loop decides, [`tape_words_for(..)`](Self::tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn try_vjp_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            seed: Ct<f64>,
            x_bar: &mut Ct<f64>,
        ) -> ::core::result::Result<f64, TapeOverflow> {
            Store::run(
                tape,
                |t| Self::split::<Forward, NoGrad>(t, &x, &k, ()),
                |t, y| {
                    Self::compared(&y, &x, &k);
                    Self::split::<Reverse, _>(t, &x, &k, (&seed, Out::new(x_bar)));
                    y
                },
            )
        }
        #[doc(hidden)]
        pub const fn words_if_known(
            depth: ::core::primitive::usize,
            sweeps: Sweeps,
        ) -> TapeSize {
            if depth > DEEPEST {
                return TapeSize::UNBOUNDED;
            }
            use rules::*;
            let b0 = Ty::new();
            let _forward = |t: &mut Tape<'_>, x: __Checked<&f64>, k: __Checked<&f64>| {
                let x = own(x);
                let k = own(k);
                let v0 = k * x;
                let c0 = Ty::of(&v0.derivative_of_sin());
                let _ = || {
                    receiver(c0.rule(), &v0)
                        .alone(|it| {
                            use only_for_the_derivative::*;
                            it.sin();
                        })
                };
                let a0 = c0.rule().operands(&v0);
                let v1 = c0.rule().fwd(t, &v0);
                let s0 = Saved::pushed(t, (&v0,), (again(&v0, c0.rule().reads().0),));
                let k0 = Saved::pushed(t, (&v1,), (c0.rule().reads().1,));
                let ws0 = Saved::pushed(
                    t,
                    (&v0,),
                    (again(&v0, c0.rule().reads_dual(&a0).0),),
                );
                let wk0 = Saved::pushed(t, (&v1,), (c0.rule().reads_dual(&a0).1,));
                let ds0 = Saved::pushed(
                    t,
                    (&Width::<1, Forward>::new().zero(__checked(&v0)),),
                    (c0.rule().reads_dual(&a0).0,),
                );
                let dk0 = Saved::pushed(
                    t,
                    (&Width::<1, Forward>::new().zero(__checked(&v1)),),
                    (c0.rule().reads_dual(&a0).1,),
                );
                b0.is(&(c0, a0, ws0, wk0, ds0, dk0, s0, k0));
                let _: __Checked<f64> = v1;
            };
            {
                let (c0, a0, ws0, wk0, ds0, dk0, s0, k0) = b0.links();
                TapeSize::sum(
                    &[
                        sweeps.kept(s0.words(), ws0.words()),
                        sweeps.kept(k0.words(), wk0.words()),
                        sweeps.kept(0, ds0.words()),
                        sweeps.kept(0, dk0.words()),
                        c0.rule().words(&a0, depth + 1, sweeps),
                    ],
                )
            }
        }
        ///Words of 8 bytes that the gradient of `wave` needs on the tape: exactly, but for branches that need less.
        pub const fn tape_words() -> ::core::primitive::usize {
            known(Self::words_if_known(0, Sweeps::Whole).words())
        }
        ///Bytes that the gradient of `wave` needs on the tape: exactly, but for branches that need less.
        pub const fn tape_bytes() -> ::core::primitive::usize {
            8 * Self::tape_words()
        }
        ///Words of 8 bytes that the gradient of `wave` needs on the tape for these arguments.
        pub fn tape_words_for(x: f64, k: f64) -> ::core::primitive::usize {
            measure(|t| Self::split::<Forward, NoGrad>(t, &x, &k, ()))
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
            let __result = Self::split_dual::<
                Tangents,
                __K,
                NoGrad,
            >(&mut Tape::none(), x, k, __width, &mut __result_dot, x_dot, k_dot, ());
            Self::compared(&__result, x, k);
            (__result, __result_dot)
        }
        ///The value of `wave`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one forward pass without a tape. The tangent is that of `x`.
        #[inline]
        pub fn jvp(x: f64, k: f64, tangents: Ct<f64>) -> (f64, Ct<f64>) {
            let x_dot = tangents;
            let (y, [y_dot]) = Self::forward_pass::<1>(&x, &k, &[x_dot], NoGrad);
            (y, y_dot)
        }
        ///The value of `wave`, and its tangents along several directions at once: the values in between are computed once for all of them. The tangent is that of `x`.
        #[inline]
        pub fn jvp_many<const __K: ::core::primitive::usize>(
            x: f64,
            k: f64,
            tangents: [Ct<f64>; __K],
        ) -> (f64, [Ct<f64>; __K]) {
            Self::forward_pass::<__K>(&x, &k, tangents.each_ref().map(|d| &*d), NoGrad)
        }
        ///The value and the Jacobian of `wave`, a tangent of the result for each number of the arguments, eight of them in a pass. The derivative is that of `x`.
        #[inline]
        pub fn jacobian_fwd(
            x: f64,
            k: f64,
        ) -> (f64, <f64 as Numbered<'static>>::Columns<Ct<f64>>)
        where
            for<'one> f64: Numbered<'one>,
        {
            let (y, _) = Self::forward_pass::<0>(&x, &k, NoGrad, NoGrad);
            (
                y,
                <f64 as Numbered<
                    'static,
                >>::columns(
                    |along| {
                        let (_, [column]) = Self::forward_pass::<
                            1,
                        >(&x, &k, along, NoGrad);
                        column
                    },
                    |along| {
                        let (_, column) = Self::forward_pass::<8>(&x, &k, along, NoGrad);
                        column
                    },
                ),
            )
        }
        #[inline]
        fn second_sweeps(
            self,
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: &f64,
            k: &f64,
            seed: Seen<'_, Ct<f64>>,
            (x_dot, ()): (impl Directions<Ct<f64>, 1>, ()),
            (x_bar, ()): (BarsMut<'_, Ct<f64>>, ()),
        ) -> ::core::result::Result<(f64, Ct<f64>), TapeOverflow> {
            let mut __result_dot = Width::<1, Forward>::new().to_come();
            let y = Store::run(
                tape,
                |t| {
                    Self::split_dual::<
                        Forward,
                        1,
                        NoGrad,
                    >(t, x, k, Width::new(), &mut __result_dot, x_dot, NoGrad, ())
                },
                |t, y| {
                    Self::split_dual::<
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
            seed: Seen<'_, Ct<f64>>,
            (x_dot, ()): (impl Directions<Ct<f64>, 1>, ()),
        ) -> ::core::result::Result<(f64, Ct<f64>, Ct<f64>, Ct<f64>), TapeOverflow> {
            let mut x_bar: Ct<f64> = <Ct<f64> as Tangent>::zero();
            let mut x_product: Ct<f64> = <Ct<f64> as Tangent>::zero();
            let (y, __result_dot) = Self::second_sweeps(
                self,
                tape,
                x,
                k,
                seed,
                (x_dot, ()),
                (BarsMut::<Ct<f64>>::new(&mut x_bar, &mut x_product), ()),
            )?;
            ::core::result::Result::Ok((y, __result_dot, x_bar, x_product))
        }
        ///The product of the Hessian of `wave` with `v`: how its gradient moves along `v`, by one forward and one reverse sweep (forward over reverse). The product is that of `x`. On a tape that grows, which needs feature `alloc`.
        #[inline]
        #[track_caller]
        pub fn hvp(x: f64, k: f64, v: Ct<f64>) -> Ct<f64>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            on_growing_tape::<{ UNBOUNDED }, _>(|tape| Self::hvp_in(tape, x, k, v))
        }
        ///The value and the gradient of `wave`, and the product of its Hessian with `v`, by the same sweeps. The product is that of `x`. On a tape that grows, which needs feature `alloc`.
        #[inline]
        #[track_caller]
        pub fn value_grad_and_hvp(x: f64, k: f64, v: Ct<f64>) -> (f64, Ct<f64>, Ct<f64>)
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            on_growing_tape::<
                { UNBOUNDED },
                _,
            >(|tape| Self::value_grad_and_hvp_in(tape, x, k, v))
        }
        /**The product of the Hessian of `wave` with `v`: how its gradient moves along `v`, by one forward and one reverse sweep (forward over reverse). The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn hvp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
        ) -> Ct<f64>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            fits(Self::try_hvp_in(tape, x, k, v))
        }
        /**The product of the Hessian of `wave` with `v`: how its gradient moves along `v`, by one forward and one reverse sweep (forward over reverse). The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Errors
When the tape is too small; it says how many words are needed.*/
        #[inline]
        pub fn try_hvp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
        ) -> ::core::result::Result<Ct<f64>, TapeOverflow>
        where
            for<'one> f64: ScalarResult<'one>,
        {
            let (_, _, h) = Self::try_value_grad_and_hvp_in(tape, x, k, v)?;
            ::core::result::Result::Ok(h)
        }
        /**The value and the gradient of `wave`, and the product of its Hessian with `v`, by the same sweeps. The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn value_grad_and_hvp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
        ) -> (f64, Ct<f64>, Ct<f64>)
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            fits(Self::try_value_grad_and_hvp_in(tape, x, k, v))
        }
        /**The value and the gradient of `wave`, and the product of its Hessian with `v`, by the same sweeps. The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Errors
When the tape is too small; it says how many words are needed.*/
        #[inline]
        pub fn try_value_grad_and_hvp_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
        ) -> ::core::result::Result<(f64, Ct<f64>, Ct<f64>), TapeOverflow>
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            let x_dot = v;
            let (y, _, g, h) = Self::second_pass(
                <Self as Companion>::THIS,
                tape,
                &x,
                &k,
                Seen::new(&<f64 as PerhapsScalar<'_>>::one(), &Tangent::zero()),
                (&[x_dot], ()),
            )?;
            ::core::result::Result::Ok((y, g, h))
        }
        ///The Hessian of `wave`: how its gradient moves with each number of the arguments, by two sweeps for each. The derivative is that of `x`. On a tape that grows, which needs feature `alloc`.
        #[inline]
        #[track_caller]
        pub fn hessian(x: f64, k: f64) -> <f64 as Numbered<'static>>::Columns<Ct<f64>>
        where
            for<'one> f64: ScalarResult<'one>,
            for<'one> f64: Numbered<'one>,
        {
            on_growing_tape::<{ UNBOUNDED }, _>(|tape| Self::hessian_in(tape, x, k))
        }
        ///The value, the gradient and the Hessian of `wave`. The derivative is that of `x`. On a tape that grows, which needs feature `alloc`.
        #[inline]
        #[track_caller]
        pub fn value_grad_and_hessian(
            x: f64,
            k: f64,
        ) -> (f64, Ct<f64>, <f64 as Numbered<'static>>::Columns<Ct<f64>>)
        where
            for<'one> f64: PerhapsScalar<'one>,
            for<'one> f64: Numbered<'one>,
        {
            on_growing_tape::<
                { UNBOUNDED },
                _,
            >(|tape| Self::value_grad_and_hessian_in(tape, x, k))
        }
        /**The Hessian of `wave`: how its gradient moves with each number of the arguments, by two sweeps for each. The derivative is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn hessian_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> <f64 as Numbered<'static>>::Columns<Ct<f64>>
        where
            for<'one> f64: ScalarResult<'one>,
            for<'one> f64: Numbered<'one>,
        {
            let (_, _, columns) = Self::value_grad_and_hessian_in(tape, x, k);
            columns
        }
        /**The value, the gradient and the Hessian of `wave`. The derivative is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn value_grad_and_hessian_in(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
        ) -> (f64, Ct<f64>, <f64 as Numbered<'static>>::Columns<Ct<f64>>)
        where
            for<'one> f64: PerhapsScalar<'one>,
            for<'one> f64: Numbered<'one>,
        {
            let (y, _, g, _) = fits(
                Self::second_pass(
                    <Self as Companion>::THIS,
                    tape,
                    &x,
                    &k,
                    Seen::new(&<f64 as PerhapsScalar<'_>>::one(), &Tangent::zero()),
                    (NoGrad, ()),
                ),
            );
            (
                y,
                g,
                <f64 as Numbered<
                    'static,
                >>::columns_alone(|along| {
                    let (_, _, _, column) = fits(
                        Self::second_pass(
                            <Self as Companion>::THIS,
                            tape,
                            &x,
                            &k,
                            Seen::new(
                                &<f64 as PerhapsScalar<'_>>::one(),
                                &Tangent::zero(),
                            ),
                            (along, ()),
                        ),
                    );
                    column
                }),
            )
        }
        ///The Gauss-Newton product of `wave`, `Jᵀ(Jv)` with its Jacobian `J`: a forward pass along `v`, then a reverse sweep from the tangent that it gives. The product is that of `x`.
        #[inline]
        #[track_caller]
        pub fn gauss_newton(x: f64, k: f64, v: Ct<f64>) -> Ct<f64> {
            let x_dot = v;
            let (_, [seed]) = Self::forward_pass::<1>(&x, &k, &[x_dot], NoGrad);
            let (_, seed) = Self::vjp(x, k, seed);
            seed
        }
        /**The value of `wave`; adds the gradient and the product of the Hessian with `v` to places of yours. The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Panics
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn value_grad_and_hvp_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
            gradient: &mut Ct<f64>,
            product: &mut Ct<f64>,
        ) -> f64
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            fits(Self::try_value_grad_and_hvp_into(tape, x, k, v, gradient, product))
        }
        /**The value of `wave`; adds the gradient and the product of the Hessian with `v` to places of yours. The product is that of `x`. On the caller's tape. The tape has [`hvp_tape_words()`](Self::hvp_tape_words) words; where a loop decides, [`hvp_tape_words_for(..)`](Self::hvp_tape_words_for) counts them.

# Errors
When the tape is too small.*/
        #[inline]
        #[track_caller]
        pub fn try_value_grad_and_hvp_into(
            tape: &mut (impl Store + ?::core::marker::Sized),
            x: f64,
            k: f64,
            v: Ct<f64>,
            gradient: &mut Ct<f64>,
            product: &mut Ct<f64>,
        ) -> ::core::result::Result<f64, TapeOverflow>
        where
            for<'one> f64: PerhapsScalar<'one>,
        {
            let (x_dot, x_bar, x_product) = (v, gradient, product);
            let (y, _) = Self::second_sweeps(
                <Self as Companion>::THIS,
                tape,
                &x,
                &k,
                Seen::new(&<f64 as PerhapsScalar<'_>>::one(), &Tangent::zero()),
                (&[x_dot], ()),
                (BarsMut::new(x_bar, x_product), ()),
            )?;
            ::core::result::Result::Ok(y)
        }
        ///Words of 8 bytes that the second derivatives of `wave` need on the tape: exactly, but for branches that need less. `#[checkpoint]` does not make them fewer.
        pub const fn hvp_tape_words() -> ::core::primitive::usize {
            known(Self::words_if_known(0, Sweeps::WithTangents).words())
        }
        ///Bytes that the second derivatives of `wave` need on the tape: exactly, but for branches that need less. `#[checkpoint]` does not make them fewer.
        pub const fn hvp_tape_bytes() -> ::core::primitive::usize {
            8 * Self::hvp_tape_words()
        }
        ///Words of 8 bytes that the second derivatives of `wave` need on the tape for these arguments.
        pub fn hvp_tape_words_for(x: f64, k: f64) -> ::core::primitive::usize {
            let mut __result_dot = Width::<1, Forward>::new().to_come();
            measure(|t| Self::split_dual::<
                Forward,
                1,
                NoGrad,
            >(t, &x, &k, Width::new(), &mut __result_dot, NoGrad, NoGrad, ()))
        }
        #[inline]
        fn compared(found: &__Checked<f64>, x: __Checked<&f64>, k: __Checked<&f64>) {
            if DEBUG {
                compare("wave", found, &wave(own(x), own(k)));
            }
        }
        #[doc(hidden)]
        #[inline]
        pub fn fwd(self, t: &mut Tape<'_>, x: &f64, k: &f64) -> f64 {
            Self::split::<Forward, NoGrad>(t, x, k, ())
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
            Self::split::<Reverse, _>(t, x, k, (bar, x_bar))
        }
        #[doc(hidden)]
        #[inline(always)]
        pub fn reads(self) -> (Yes, Yes, No) {
            ::core::default::Default::default()
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
            Self::words_if_known(depth, sweeps.of_called())
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
                Self::split_dual::<
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
                    __Sweep::input::<(Seen<'_, Ct<f64>>, NoGrad)>(),
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
            bar: Seen<'_, Ct<f64>>,
            x_bar: impl Slots<Ct<f64>>,
            k_bar: impl Unwanted,
        ) {
            Self::split_dual::<
                Reverse,
                1,
                _,
            >(t, x, k, Width::new(), (), x_dot, NoGrad, (bar, x_bar))
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
            let b0 = Ty::new();
            let x = own(x);
            let k = own(k);
            if __Sweep::FORWARD {
                let v0 = k * x;
                let c0 = Ty::of(&v0.derivative_of_sin());
                let _ = || {
                    receiver(c0.rule(), &v0)
                        .alone(|it| {
                            use only_for_the_derivative::*;
                            it.sin();
                        })
                };
                let v1 = c0.rule().fwd(t, &v0);
                let s0 = Saved::pushed(t, (&v0,), (again(&v0, c0.rule().reads().0),));
                let k0 = Saved::pushed(t, (&v1,), (c0.rule().reads().1,));
                b0.is(&(c0, s0, k0));
                return __Sweep::finish::<__Checked<f64>>(v1);
            }
            let (bar, mut x_bar) = __Sweep::begin(input);
            let mut x_bar = x_bar.out();
            let (c0, s0, k0) = b0.links();
            let (v1,) = k0.pop(t);
            let (v0,) = s0.pop(t);
            let v0 = v0.again(|| value::mul(&k, &x));
            let mut v0_bar = s0.zero::<0>();
            c0.rule().bwd(t, v0.read(), v1.read(), bar, Out::new(&mut v0_bar));
            mul(
                Read::live(&k),
                Read::__unread(&x),
                v0.read(),
                &v0_bar,
                NoGrad,
                x_bar.whole(),
            );
            __Sweep::end()
        }
        #[doc(hidden)]
        #[inline(always)]
        fn split_dual<
            __Sweep: Sweep,
            const __K: ::core::primitive::usize,
            __x_slot: Slots<Ct<__Checked<f64>>>,
        >(
            t: &mut Tape<'_>,
            x: __Checked<&f64>,
            k: __Checked<&f64>,
            __width: Width<__K, __Sweep>,
            __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
            x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
            k_dot: impl ::core::marker::Sized,
            input: __Sweep::Input<(Seen<'_, Ct<__Checked<f64>>>, __x_slot)>,
        ) -> __Sweep::Output<__Checked<f64>> {
            use rules::*;
            let b0 = Ty::new();
            let x = own(x);
            let k = own(k);
            if __Sweep::FORWARD {
                let v0 = k * x;
                let v0_dot = __width.mul(&k, &x, &v0, NoGrad, x_dot);
                let c0 = Ty::of(&v0.derivative_of_sin());
                let a0 = c0.rule().operands(&v0);
                let mut v1_dot = __width.to_come();
                let v1 = {
                    v0.derivative_of_sin()
                        .dual(t, __width.onward(), &mut v1_dot, &v0, &v0_dot)
                };
                if __Sweep::TAPED {
                    let s0 = Saved::pushed(
                        t,
                        (&v0,),
                        (again(&v0, c0.rule().reads_dual(&a0).0),),
                    );
                    let k0 = Saved::pushed(t, (&v1,), (c0.rule().reads_dual(&a0).1,));
                    let ds0 = Saved::pushed(
                        t,
                        (&v0_dot,),
                        (c0.rule().reads_dual(&a0).0,),
                    );
                    let dk0 = Saved::pushed(
                        t,
                        (&v1_dot,),
                        (c0.rule().reads_dual(&a0).1,),
                    );
                    b0.is(&(c0, a0, ds0, dk0, s0, k0));
                }
                let __y: __Checked<f64> = v1;
                *__Sweep::lent(__result_dot) = v1_dot;
                return __Sweep::finish(__y);
            }
            __Sweep::mirrored(move || {
                let (bar, mut x_bar) = __Sweep::begin(input);
                let mut x_bar = Slots::outs(&mut x_bar);
                let (c0, a0, ds0, dk0, s0, k0) = b0.links();
                let (v1_dot,) = dk0.pop(t);
                let (v0_dot,) = ds0.pop(t);
                let (v1,) = k0.pop(t);
                let (v0,) = s0.pop(t);
                let v0 = v0.again(|| value::mul(&k, &x));
                let mut v0_bar = s0.bars::<0>();
                c0.rule()
                    .bwd_dual(
                        t,
                        v0.read(),
                        v1.read(),
                        v0_dot.moving(),
                        v1_dot.moving(),
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
                        moving(&x_dot),
                        v0_dot.moving(),
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
                use {MethodsOfTheLibrary as _, rules::*};
                { (k * x).sin() }
            };
            let _types = || {
                differentiable::<f64>();
                differentiable::<f64>();
            };
            true
        }
    }
};
