//! Reverse-mode automatic differentiation of ordinary Rust functions, ahead of time.
//!
//! Put [`#[differentiable]`](macro@differentiable) on a function, and the compiler writes its derivative beside it, as
//! ordinary Rust code. There is no graph at run time and no allocation, and nothing needs `std`. The shapes of tensors
//! are types. A function without a derivative does not compile.
//!
//! # A function
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn rosenbrock(x: f64, y: f64) -> f64 {
//!     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
//! }
//!
//! assert_eq!(rosenbrock(0.0, 1.0), 101.0); // the function is what it was
//! let (value, (dx, dy)) = rosenbrock::value_and_grad(0.0, 1.0);
//! assert_eq!((value, dx, dy), (101.0, -2.0, 200.0));
//! ```
//!
//! The attribute adds an empty struct that is also named `rosenbrock`; its associated functions are the derivative.
//! `use path::rosenbrock` imports both. First check the gradient against finite differences:
//!
//! ```
//! # use cotangent::prelude::*;
//! # #[differentiable]
//! # fn rosenbrock(x: f64, y: f64) -> f64 {
//! #     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
//! # }
//! rosenbrock::at(-1.2, 1.0).check().unwrap();
//! ```
//!
//! # The calls of a function
//!
//! | call | gives |
//! |---|---|
//! | `f::grad(args..)` | the gradient of a function whose result is a number: a tuple with one cotangent for each differentiable parameter, in order; the bare cotangent if there is only one |
//! | `f::value_and_grad(args..)` | the value and the gradient |
//! | `f::vjp(args.., seed)` | the value and the cotangents of the parameters, for a result of any differentiable type; `seed` is the cotangent of the result |
//! | `f::value_and_grad_into(&mut tape, args.., &mut bar, ..)` | the value, computed on the caller's [tape](#tape); the cotangents are *added* to the caller's |
//! | `f::at(args..)` | the function at these arguments, an [`At`](functions::At): its methods are all calls of reverse mode |
//! | `f::at(args..).on(&mut tape)` | the same on the caller's tape: `.grad()`, `.value_and_grad()`, `.vjp(seed)`, ..; where the tape is too small, these panic, and `.try_grad()` and the like return a [`TapeOverflow`](tape::TapeOverflow) |
//! | `.. .vjp_into(seed, (&mut bar, ..))`, `.value_and_grad_into(..)` | the value; the cotangents are added to the caller's |
//! | `.. .pullback(\|y, pull\| ..)` | the result of the closure; `y` is the value, and each call `pull(seed)` gives the gradients for one seed; the forward sweep runs once for all of them |
//! | `.. .jacobian_rev()` | the value and the gradients of each number of the result, in the layout of the result, from one forward sweep |
//! | `f::jvp(args.., tangents)`, `f::at(args..).jvp(tangents)` | `(y, y_dot)`, the value and the derivative along a direction (feature `forward-mode`): one forward pass without a tape, for a result of any type; `tangents` has the form of the gradients (`&[_]` for a slice, `&mut _` for a `&mut` parameter) |
//! | `.. .jvp_many([tangents; K])` | `(y, [y_dot; K])`: several directions in one pass |
//! | `.. .jacobian_fwd()` | the value and the tangent of the result for each number of each parameter, in the layout of the parameters; each pass computes eight; for parameters that consist of numbers: arrays, slices, `Vec`s, tensors, tuples, structs (field by field) |
//! | `.. .gauss_newton(v)` | `Jᵀ(Jv)`, for a result of any type |
//! | `.. .sparse_jacobian(&coloring)`, `.sparse_hessian(&coloring)` | the value (and the gradient), and the entries of a known [sparsity pattern](functions::sparse), in as many passes as the pattern has colors; the Hessian needs feature `second-order` |
//! | `f::at(args..).hvp(v)` | the product of the Hessian with `v`, for a result that is a number; `v` has the form of the `tangents` of `jvp`; this call and all that follow need feature `second-order`; `.value_grad_and_hvp(v)` also gives the value and the gradient |
//! | `.. .on(&mut tape).value_grad_and_hvp_into(v, gradient, product)` | the value; gradient and product are added to the caller's, `(&mut d_p1, ..)`; also for functions with `&mut` parameters |
//! | `.. .hessian()`, `.value_grad_and_hessian()` | the derivative of the gradient by each number of each parameter; for the same parameters as `jacobian_fwd` |
//! | `f::tape_words()`, `f::tape_bytes()` | the size of the tape, a `const fn`: exact, except that of several branches it counts the longest |
//! | `f::at(args..).tape_words()` | the size for these arguments |
//! | `f::hvp_tape_words()`, `f::at(args..).hvp_tape_words()` | the size of the tape for second derivatives |
//!
//! In debug builds each of these calls also runs the function itself and compares its value with the one that the
//! derivative code computes, bit by bit. They also compare what the function did to its `&mut` parameters. A difference
//! is a panic, whose message says what to do: a rule is wrong, the function is not deterministic, or this crate has a
//! bug. Because the function runs twice, its side effects happen twice: it prints twice, for example.
//! `debug-assertions = false` in `[profile.dev.package.cotangent]` of `Cargo.toml` switches the comparison off; release
//! builds do not contain it. It leaves out numbers in `#[constant]` fields and in the tangents of structs, and, without an
//! allocator, functions that take a `&mut` slice.
//!
//! `#[differentiable(show)]` puts the generated code into the documentation of `struct f` (of `m_at` for a method `m`):
//! both halves, as Rust with the names of the function. `cargo doc` and editors show it.
//!
//! `#[differentiable(fast_math)]` computes `exp`, `ln`, `tanh`, `sin` and others by [`math`], in the function and in
//! both modes of its derivative. The error is at most 2 ulp (8 for `gelu`), and the compiler can compute several
//! numbers of a loop at once. Without it, the functions are those of the platform.
//!
//! Integers, `bool`, `char`, `&str`, lists and tensors of them, and parameters marked `#[constant]` have no cotangent.
//! Derivatives that only they would need are not computed.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn polar(r: f64, angle: f64, #[constant] scale: f64) -> (f64, f64) {
//!     (scale * r * angle.cos(), scale * r * angle.sin())
//! }
//!
//! // The seed has the form of the result, the cotangents that of the parameters.
//! let ((x, y), (dr, dangle)) = polar::vjp(2.0, 0.0, 10.0, (1.0, 0.5));
//! assert_eq!((x, y, dr, dangle), (20.0, 0.0, 10.0, 10.0));
//! ```
//!
//! # Forward mode
//!
//! `f::jvp` carries a tangent beside each value, from the arguments to the result. It accepts the same functions as the
//! gradient, needs no tape, and costs about one more run of the function. Several directions in one pass share the
//! intermediate values.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn orbit(state: [f64; 2], rate: f64, steps: usize) -> [f64; 2] {
//!     let [mut x, mut v] = state;
//!     for _ in 0..steps {
//!         v -= 0.1 * rate * x;
//!         x += 0.1 * v;
//!     }
//!     [x, v]
//! }
//!
//! // A tangent for each differentiable parameter, in order. How the end moves with the rate:
//! let (end, along_rate) = orbit::jvp([1.0, 0.0], 4.0, 2, ([0.0, 0.0], 1.0));
//! assert_eq!(end, orbit([1.0, 0.0], 4.0, 2));
//! assert!((along_rate[0] - -0.0292).abs() < 1e-15);
//!
//! // All columns of the Jacobian: two for the state, one for the rate.
//! let (_, (by_state, by_rate)) = orbit::at([1.0, 0.0], 4.0, 2).jacobian_fwd();
//! assert_eq!(by_rate, along_rate);
//! assert_eq!(by_state[0].len(), 2);
//! ```
//!
//! # Second derivatives
//!
//! `f::at(args..).hvp(v)` is the derivative of the gradient along the direction `v` (forward over reverse): both halves
//! of the function run with a tangent beside each value and each cotangent. All operations have second derivatives. A
//! [rule that you write](#own-rules) may have them; where a rule has none, the call does not compile.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn rosenbrock(x: f64, y: f64) -> f64 {
//!     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
//! }
//!
//! let (x, y) = (-1.2, 1.0);
//! assert_eq!(rosenbrock::at(x, y).hvp((1.0, 0.5)), (1570.0, 580.0));
//!
//! // A Newton step: the Hessian column by column, a gradient for each parameter.
//! let (_, (gx, gy), ((xx, xy), (yx, yy))) = rosenbrock::at(x, y).value_grad_and_hessian();
//! let det = xx * yy - xy * yx;
//! let (x, y) = (x - (yy * gx - yx * gy) / det, y - (xx * gy - xy * gx) / det);
//! assert!((x - -1.17528).abs() < 1e-5 && (y - 1.38067).abs() < 1e-5);
//! ```
//!
//! The call above uses a tape that grows. On a tape of yours the size is again a constant, and nothing is allocated:
//!
//! ```
//! use cotangent::prelude::*;
//! use std::sync::Mutex;
//!
//! #[differentiable]
//! fn well(x: &[f64; 3]) -> f64 {
//!     let r = x[0] * x[0] + x[1] * x[1];
//!     (r - 1.0).powi(2) * x[2].exp()
//! }
//!
//! static TAPE: Mutex<TapeBuffer<{ well::hvp_tape_words() }>> = Mutex::new(TapeBuffer::new());
//!
//! let (x, v) = ([1.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
//! let product = well::at(&x).on(&mut *TAPE.lock().unwrap()).hvp(v);
//! assert_eq!(product, [12.0, 8.0, 4.0]);
//! ```
//!
//! A generic function has third derivatives too: call it with [`Dual<f64>`](dual::Dual) in place of `f64` and take its
//! `hvp`.
//!
//! ```
//! use cotangent::dual::Dual;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn quartic<T: Real>(x: T) -> T {
//!     x.powi(4)
//! }
//!
//! // The second derivative is 12 x², the third 24 x.
//! let second = quartic::at(Dual::new(3.0, 1.0)).hvp(Dual::new(1.0, 0.0));
//! assert_eq!((second.value(), second.tangent()), (108.0, 72.0));
//! ```
//!
//! # Derivatives in functions
//!
//! A differentiable function may call `g::grad`, `g::value_and_grad`, `g::vjp` and `g::jvp` of another one. It is
//! differentiated like any other function, in both modes. Examples are a force that is the gradient of an energy, and a
//! game in which the other player follows a gradient. Perturbation confusion cannot occur: the derivative of such a
//! call is a second-order pass of `g`, and only values leave it, never its tangents.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn energy(x: f64, depth: f64) -> f64 {
//!     x.powi(4) - depth * x * x
//! }
//!
//! /// Where a ball is after some steps down the slope.
//! #[differentiable]
//! fn rolled(x: f64, depth: f64, steps: usize) -> f64 {
//!     let mut at = x;
//!     for _ in 0..steps {
//!         let (slope, _) = energy::grad(at, depth);
//!         at -= 0.02 * slope;
//!     }
//!     at
//! }
//!
//! // It comes to rest at √(depth / 2), whose derivative is 1 / (4 · √(depth / 2)), from wherever it began.
//! let (at, (by_x, by_depth)) = rolled::value_and_grad(0.3, 2.0, 400);
//! assert!((at - 1.0).abs() < 1e-9 && by_x.abs() < 1e-9 && (by_depth - 0.25).abs() < 1e-9);
//! assert!((rolled::jvp(0.3, 2.0, 400, (0.0, 1.0)).1 - by_depth).abs() < 1e-12);
//! ```
//!
//! Forward mode through a call of `jvp` takes one pass for each number of the result. `g` cannot have slices as
//! parameters. `hvp` of a function with such a call would be a third derivative, and does not compile; if both
//! functions are generic over `T: Real`, their gradients with [`Dual<f64>`](dual::Dual) give that derivative. If a
//! function of a module is itself called `grad`, import it: `use module::grad;`.
//!
//! # Structs and methods
//!
//! [`#[derive(Differentiable)]`](macro@Differentiable) gives a struct a tangent type: for `Line`, the struct
//! `LineTangent` with the same field names. It implements `Clone`, and `Debug` and `PartialEq` if its fields do.
//! `#[differentiable]` on an `impl` block writes the derivatives of its methods; the calls of a method
//! `m` are methods named `m_grad`, `m_value_and_grad`, and so on. The block may be that of a trait, which need not know of
//! it: `#[differentiable] impl Model for Line`. Constants, types and methods whose result has no derivative stay as they
//! are. So do associated functions, unless they only fill fields or compute with numbers, or are marked with
//! `#[differentiable]` inside of the block.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone, Debug)]
//! struct Line {
//!     slope: f64,
//!     offset: f64,
//! }
//!
//! #[differentiable]
//! impl Line {
//!     pub fn miss(&self, #[constant] x: f64, #[constant] y: f64) -> f64 {
//!         let gap = self.slope * x + self.offset - y;
//!         gap * gap
//!     }
//! }
//!
//! let line = Line { slope: 2.0, offset: 1.0 };
//! let (value, gradient) = line.miss_value_and_grad(3.0, 5.0); // the gap is 2 · 3 + 1 - 5
//! assert_eq!((value, gradient.slope, gradient.offset), (4.0, 12.0, 4.0));
//! ```
//!
//! # Training
//!
//! An [optimizer](optim) changes a model in place by its gradient. The gradient has the form of the model: a struct, a
//! tensor, a tuple, one number. The calls that end in `_into` add to a gradient, so they can sum it over observations.
//!
//! ```
//! use cotangent::optim::Momentum;
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone, Debug)]
//! struct Line {
//!     slope: f64,
//!     offset: f64,
//! }
//!
//! #[differentiable]
//! fn miss(line: &Line, #[constant] x: f64, #[constant] y: f64) -> f64 {
//!     (line.slope * x + line.offset - y).powi(2)
//! }
//!
//! let mut line = Line { slope: 0.0, offset: 0.0 };
//! let mut optimizer = Momentum::new(&line, 0.05, 0.5);
//! let mut tape = TapeBuffer::<{ miss::tape_words() }>::new();
//! for _ in 0..200 {
//!     let mut gradient = Line::zero_tangent();
//!     for (x, y) in [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)] {
//!         miss::value_and_grad_into(&mut tape, &line, x, y, &mut gradient); // adds
//!     }
//!     optimizer.step(&mut line, &gradient);
//! }
//! assert!((line.slope - 2.0).abs() < 1e-9 && (line.offset - 1.0).abs() < 1e-9);
//! ```
//!
//! Lesson 4 of the [examples](https://github.com/cotangent-rs/cotangent/tree/main/examples) is a whole training loop,
//! with initial weights, minibatches, a schedule and a file of weights.
//!
//! | for | use |
//! |---|---|
//! | the steps | [`Sgd`](optim::Sgd), [`Momentum`](optim::Momentum), [`FusedMomentum`](optim::FusedMomentum), [`Adam`](optim::Adam), [`AdamW`](optim::AdamW) |
//! | the learning rate | [`Constant`](optim::Constant), [`Step`](optim::Step), [`Cosine`](optim::Cosine), [`WarmUp`](optim::WarmUp), any function of the step |
//! | gradients that are too long | [`clip_global_norm`](optim::clip_global_norm) |
//! | rates and decays by the names of leaves | [`Groups`](optim::Groups), around any of them |
//! | batches | `data` (feature `rand`): in order or shuffled by a seed, with a smaller last one; made on another thread |
//! | what a run was like | `log` (with `std`): numbers by step as CSV or JSON lines; `report` (feature `report`): progress and plots |
//! | stopping a run | `interrupt` (feature `interrupt`): Ctrl-C lets it save |
//! | half precision | [`LossScale`](optim::LossScale), [`leaves::cast`] for weights that stay `f32` |
//! | initial weights | `init` (feature `rand`): He and Glorot, normal, uniform, from a seed |
//! | the weights as a file | `safetensors` (feature `safetensors`) |
//! | your own optimizer, summary or file format | [`leaves`]: the numbers of a model by index, name and shape |
//!
//! # Tensors
//!
//! A [`Tensor`](tensor::Tensor) has its shape in its type: `Matrix<f32, 32, 10>`, or generic over `const` parameters,
//! without where clauses. It is stored inline, like an array. Operators and operations broadcast as usual, except that
//! an axis stretches only if its type is [`One`](tensor::One).
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn dense<const B: usize, const I: usize, const O: usize>(
//!     x: &Matrix<f32, B, I>,
//!     w: &Matrix<f32, I, O>,
//!     b: &Vector<f32, O>,
//! ) -> Matrix<f32, B, O> {
//!     x.linear(w, b).relu()
//! }
//!
//! #[differentiable]
//! fn loss(w: &Matrix<f32, 2, 3>, b: &Vector<f32, 3>, #[constant] x: &Matrix<f32, 4, 2>, labels: &[usize; 4]) -> f32 {
//!     dense(x, w, b).softmax_cross_entropy(labels)
//! }
//!
//! let x = tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]]);
//! let (value, (dw, db)) = loss::value_and_grad(&Matrix::zeros(), &Vector::full(1.0), &x, &[0, 1, 2, 0]);
//! assert!((value - 3.0_f32.ln()).abs() < 1e-6);
//! assert!(dw.sum().abs() < 1e-6 && db.sum().abs() < 1e-6); // the probabilities of each row add up to 1
//! ```
//!
//! Shapes that do not fit do not compile:
//!
//! ```compile_fail,E0277
//! # use cotangent::prelude::*;
//! #[differentiable]
//! fn wrong(x: &Matrix<f32, 32, 64>, w: &Matrix<f32, 32, 10>) -> Matrix<f32, 32, 10> {
//!     x.matmul(w) // cannot matrix-multiply shape `(Dim<32>, Dim<64>)` by shape `(Dim<32>, Dim<10>)`
//! }
//! ```
//!
//! # Tape
//!
//! The tape is a stack of 8-byte words. The forward half stores on it the values that the reverse half reads. Its size
//! is a constant of the program, and you choose its memory:
//!
//! | memory | how |
//! |---|---|
//! | chosen for you | `f::grad(..)`: on the stack up to 64 KiB, above that on the heap (feature `alloc`; without it the limit is 256 KiB), kept for the next call (feature `std`) |
//! | the stack, a field, a `static` | [`TapeBuffer`](tape::TapeBuffer)`::<{ f::tape_words() }>::new()` |
//! | any slice | `&mut [u64]`, from anywhere |
//! | the heap, reused, any size | `GrowableTape::new()` (feature `alloc`) |
//!
//! ```
//! use cotangent::prelude::*;
//! use std::sync::Mutex;
//!
//! #[differentiable]
//! fn energy(x: &Vector<f64, 3>, k: f64) -> f64 {
//!     (x * x).sum() * k.exp()
//! }
//!
//! const WORDS: usize = energy::tape_words();
//! static TAPE: Mutex<TapeBuffer<WORDS>> = Mutex::new(TapeBuffer::new());
//!
//! let x = tensor([1.0, 2.0, 3.0]);
//! let (dx, dk) = energy::at(&x, 0.0).on(&mut *TAPE.lock().unwrap()).grad();
//! assert_eq!((dx, dk), (tensor([2.0, 4.0, 6.0]), 14.0));
//!
//! // Too little memory is an error that can be handled; it says what is needed.
//! let mut slice = [0_u64; 1];
//! let overflow = energy::at(&x, 0.0).on(slice.as_mut_slice()).try_grad().unwrap_err();
//! assert_eq!((overflow.needed, overflow.available), (WORDS, 1));
//! ```
//!
//! In debug builds each entry takes one more word, to check that the two halves agree. So do not write the size as a
//! number: ask for it.
//!
//! # Language
//!
//! Ordinary code, with its control flow, is accepted:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn mean_above(x: &[f64], limit: f64) -> f64 {
//!     let (mut sum, mut n) = (0.0, 0);
//!     for v in x {
//!         if *v <= limit {
//!             continue;
//!         }
//!         sum += v * v;
//!         n += 1;
//!     }
//!     if n == 0 {
//!         return 0.0 * limit;
//!     }
//!     (sum / n as f64).sqrt()
//! }
//!
//! let (value, (dx, _)) = mean_above::value_and_grad(&[3.0, -1.0, 3.0], 0.0);
//! assert_eq!((value, dx), (3.0, vec![0.5, 0.0, 0.5]));
//! ```
//!
//! | accepted | |
//! |---|---|
//! | items | functions, including recursive ones, `self` and `&self` methods of an `impl` block, of a type or of a trait for it; lifetimes, `const` and type parameters, `where` |
//! | types | `f32`, `f64` (`f16` and `bf16`), tensors, arrays, slices `&[T]`, tuples, `Option`, `Result`, structs and enums with the derive, `Vec`, and `Box` as a field (feature `alloc`), by value, by `&` or by `&mut`; as constants also integers, `bool`, `char`, `&str` and anything marked `#[constant]` |
//! | statements | `let`, `let mut`, `let else`, shadowing, tuple, array, struct and reference patterns, with `ref`, `@` and `..`; `=` and `+=` `-=` `*=` `/=` `%=` on variables, fields and elements; `mem::swap`, `replace`, `take`; `fill`, `swap`, `copy_from_slice`, `reverse`; of a `Vec` `push`, `pop`, `insert`, `remove`, `swap_remove`, `extend`, `extend_from_slice`, `truncate`, `clear`, `resize`, `split_off`; `assert!` and other checks, `println!`, `format!`, `dbg!`, the macros of loggers; items; `#[cfg(..)]` |
//! | control flow | `if`, `if let`, `let` chains, `while let`, `match`, `?`, blocks; `for` over ranges and lists, `while`, `loop`, `break`, `continue`, labels, `return`, values of loops and blocks |
//! | expressions | `+ - * / %`, comparisons, `as` and `into` between `f32` and `f64`, `as` to integers, where the derivative ends, fields, `x[i]`, `&x[a..b]`, tuples, arrays, `[x; N]`, `vec![..]`, struct literals with `..base` |
//! | iterators | `iter`, `iter_mut`, `zip`, `enumerate`, `rev`, `take`, `skip`, `step_by`, `windows`, `chunks`, `chunks_exact`, `chain`, `cycle`, `map`, `filter`, `filter_map`, `flat_map`, `flatten`, `scan`, `take_while`, `skip_while`, `map_while`, `inspect`, `iter::once` and `repeat`, ending in `for`, `sum`, `product`, `fold`, `try_fold`, `reduce`, `for_each`, `min_by`, `max_by`, `find`, `last` or `nth`; `collect` into a `Vec`, `to_vec`, `concat`; `split_at`, `split_at_mut`; `array.map`, `array::from_fn` |
//! | closures | in variables, in iterators and called in place; as arguments of functions with `#[differentiable]`: [functions that take functions](#functions-that-take-functions) |
//! | methods of numbers | those of the standard library for real functions, rounding and `clamp`; activations, comparisons and `select`, `floor_div` and more: see [`ops`] |
//! | methods of tensors | the methods of numbers, elementwise (`max` and `min` reduce); `matmul`, `linear`, `cross`; `sum`, `mean`, `max`, `min`, `prod`, `var`, `std`, `norm`, `logsumexp` with `_axis`, `_keep` and `_to`; `softmax`, `log_softmax`, `cumsum`, `cumprod`, `sort`, `topk`, `argmax`, `argsort`; `layer_norm`, `rms_norm`, `group_norm`, `batch_norm`, `dropout`; losses; `reshape`, `transpose`, `swap_axes`, `permute`, `squeeze`, `unsqueeze`, `narrow`, `split`, `split_to`, `stack`, `concat_to`, `broadcast_to`, `stretch`, `fixed`, `item`, `flip`, `repeat`, `pad`, `gather`, `scatter_add`, `index_select`, `embedding`, `cast`; convolutions ([`ops::conv`]) and poolings ([`ops::pool`]) |
//! | calls | functions and methods with `#[differentiable]`, including those with a rule of yours, and [their derivatives](#derivatives-in-functions); anything on constants and inside [`stop_gradient`](fn@ops::stop_gradient) |
//!
//! Anything else is an error at its own token that names a way out: other methods that change a variable, closures as
//! arguments of methods, exits on the right of `&&`, `async`, `unsafe`. Nothing is silently treated as constant: a
//! function or method without a derivative is an error, also in a condition or as a statement, because it may keep its
//! arguments. Put `#[differentiable]` on it, even if it returns `bool` or an integer, or write `if
//! stop_gradient(inside(x)) { .. }` to say that its derivative does not matter.
//!
//! A type parameter with bounds of another crate stands for a number: `T: num_traits::Float`, `T: nalgebra::RealField`,
//! or `T: Copy + Add<Output = T> + Mul<Output = T>`. The function keeps its bounds; its derivative exists for the number
//! types of the library. Its methods must be those of `num_traits::Float`, `nalgebra::RealField` or
//! [`Real`](real::Real). If the parameter stands for other values, write the bound
//! [`Differentiable`](trait@differentiable::Differentiable).
//!
//! ```
//! use cotangent::prelude::*;
//! use num_traits::Float;
//!
//! #[differentiable]
//! fn logistic<T: Float>(x: T) -> T {
//!     T::one() / (T::one() + (-x).exp())
//! }
//! assert_eq!(logistic::grad(0.0_f64), 0.25);
//! assert_eq!(logistic::grad(0.0_f32), 0.25);
//! ```
//!
//! ## Functions that take functions
//!
//! A parameter may be a function: `f: impl Fn(f64) -> f64`, `F: Fn(&[f64; N]) -> f64` (also in a `where`), `FnMut`, `&F`,
//! `&dyn Fn(f64) -> f64`, `fn(f64) -> f64`, with up to four arguments. The derivative flows through the closure that is
//! passed, to what it captures and to the other arguments.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn midpoint(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
//!     (b - a) * f(0.5 * (a + b))
//! }
//!
//! #[differentiable]
//! fn area(k: f64, b: f64) -> f64 {
//!     midpoint(|t| k * t * t, 0.0, b)
//! }
//!
//! // k b³ / 4
//! assert_eq!(area::value_and_grad(3.0, 2.0), (6.0, (2.0, 9.0)));
//! ```
//!
//! Such a function is called in differentiable functions; it has no `grad` of its own, because a closure in plain code
//! has no derivative. A closure that is passed on cannot change what it captures, and a function with a derivative is
//! passed in a closure, `|x| g(x)`. A closure that captures a slice needs feature `alloc`. How much tape such a function
//! needs is counted when it runs.
//!
//! The tangent of an enum is a struct with the fields of all variants; each field name begins with the name of its
//! variant. Write a variant with its enum in patterns and constructors: `Shape::Circle(r)`, not `Circle(r)`. The
//! tangent of an `Option` or a `Result` is the tangent of its value; without a value the derivative is zero: [options
//! and results](mod@differentiable#options-and-results).
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable)]
//! enum Shape {
//!     Circle(f64),
//!     Rectangle { width: f64, height: f64 },
//! }
//!
//! #[differentiable]
//! fn area(shape: &Shape) -> f64 {
//!     match shape {
//!         Shape::Circle(r) => 3.0 * r * r,
//!         Shape::Rectangle { width, height } => width * height,
//!     }
//! }
//!
//! let gradient = area::grad(&Shape::Circle(2.0));
//! assert_eq!((gradient.circle_0, gradient.rectangle_width, gradient.rectangle_height), (12.0, 0.0, 0.0));
//! ```
//!
//! A function may change a parameter of type `&mut T`. Its cotangent is a `&mut` argument too: on entry it holds the
//! cotangent of the final value, on return that of the initial value. Such a function has the calls that add,
//! `vjp_into` and `value_and_grad_into`, where the seed is [`NoGrad`](differentiable::NoGrad) if it returns nothing. It
//! has forward mode in one direction, `jvp`, where the tangent of the parameter is also `&mut`.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn decay(state: &mut [f64; 2], rate: f64) {
//!     for v in state.iter_mut() {
//!         *v -= rate * *v;
//!     }
//! }
//!
//! let (mut state, mut d_state, mut d_rate) = ([2.0, 4.0], [1.0, 10.0], 0.0);
//! let mut tape = TapeBuffer::<{ decay::tape_words() }>::new();
//! decay::at(&mut state, 0.5).on(&mut tape).vjp_into(NoGrad, (&mut d_state, &mut d_rate));
//! assert_eq!((state, d_state, d_rate), ([1.0, 2.0], [0.5, 5.0], -42.0));
//! ```
//!
//! For second derivatives it has `value_grad_and_hvp_into`, also if it returns nothing. That call changes everything it
//! borrows: the argument, its cotangent, and the tangents of both. Jacobians and Hessians use the arguments more than
//! once. For these, write a function that changes a copy:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn step(state: &mut [f64; 2], dt: f64) {
//!     state[1] -= dt * state[0].sin();
//!     state[0] += dt * state[1];
//! }
//!
//! // The second component of the state that comes out, and how its gradient moves with `dt`.
//! let (mut state, mut tangent) = ([0.5, 1.0], [0.0, 0.0]);
//! let (mut d_state, mut d_dt) = ([0.0, 1.0], 0.0);
//! let (mut d_state_moves, mut d_dt_moves) = ([0.0, 0.0], 0.0);
//! let along = (&mut tangent, 1.0);
//! let (gradient, product) = ((&mut d_state, &mut d_dt), (&mut d_state_moves, &mut d_dt_moves));
//! step::at(&mut state, 0.1).on(&mut GrowableTape::new()).value_grad_and_hvp_into(along, gradient, product);
//! assert_eq!((tangent[1], d_dt), (-0.5_f64.sin(), -0.5_f64.sin()));
//! assert_eq!((d_state_moves, d_dt_moves), ([-0.5_f64.cos(), 0.0], 0.0));
//!
//! #[differentiable]
//! fn speed(state: &[f64; 2], dt: f64) -> f64 {
//!     let mut after = *state;
//!     step(&mut after, dt);
//!     after[1]
//! }
//!
//! let (_, by_dt) = speed::at(&[0.5, 1.0], 0.1).hessian();
//! assert_eq!(by_dt, (d_state_moves, d_dt_moves));
//! ```
//!
//! A loop whose bounds are constants or lengths of arrays has a tape of known size. If the size depends on the run, a
//! call without a tape of yours uses one on the heap and keeps it for the next call (feature `alloc`). On a tape of
//! yours, ask `f::at(args..).tape_words()` for the size, or handle the [`TapeOverflow`](tape::TapeOverflow) of the
//! `try_` calls. `acc += x[i]` stores nothing. Sums and products of parameters are recomputed, not stored. An index
//! that only counts, `at += 1`, is counted back.
//!
//! A loop that only adds to sums carries no other state from one iteration to the next. The calls of the table above
//! reverse each of its iterations as soon as it has run. They need the cotangents of the sums before the loop runs, so
//! the code after the loop may combine the sums only by addition, subtraction and products with constants (a mean, for
//! example), and the loop must not read them. The tape then has the size of the largest iteration, often a constant
//! even if the number of iterations is not:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn misfit(w: f64, #[constant] points: &[(f64, f64)]) -> f64 {
//!     let mut sum = 0.0;
//!     for (x, y) in points {
//!         let r = (w * x).sin() - y;
//!         sum += r * r;
//!     }
//!     sum / points.len() as f64
//! }
//!
//! let mut tape = TapeBuffer::<{ misfit::tape_words() }>::new(); // for any number of points
//! assert_eq!(misfit::at(0.0, &[(1.0, 0.5), (2.0, 1.0)]).on(&mut tape).grad(), -2.5);
//! ```
//!
//! If an iteration calls functions whose tape size depends on the run, and you provide the cotangents (`_into`) and a
//! tape that does not grow, the function first runs once more to count words: an overflow must not leave half of a
//! gradient.
//!
//! A loop can recompute its values instead of storing them. `#[checkpoint]` stores the variables that change every `√n`
//! of `n` iterations and costs one more forward sweep. `#[checkpoint(every = 100)]` stores them every hundred
//! iterations, also in `while` and `loop`. `#[checkpoint(bisection)]` stores `log n` states and costs `½ log n` more
//! sweeps. The results are the same to the last bit. Functions called in such a loop are called again, and must return
//! the same: one that reads a counter in a `static` does not. `assert!`, `println!` and the like do not run again.
//!
//! A call, a block or a function can be recomputed as a whole: `let y = #[checkpoint] f(x);`, `#[checkpoint] { .. }`,
//! `let y = #[checkpoint] { .. };`, and `#[checkpoint]` below `#[differentiable]` on a function or method, for all its
//! calls. The tape then holds its inputs and not its intermediate values, for the cost of one more run. Regions that
//! are recomputed one after the other use the same memory. (If a variable that changes is read both inside and outside
//! of the region, its two contributions may be added in another order.)
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn logistic(x: f64, rate: f64, n: usize) -> f64 {
//!     let mut x = x;
//!     #[checkpoint]
//!     for _ in 0..n {
//!         x = rate * x * (1.0 - x);
//!     }
//!     x
//! }
//!
//! let words = logistic::at(0.3, 2.5, 10_000).tape_words();
//! assert!(words < 1_000); // and not a few for each of 10,000 iterations
//! let (value, (dx, _)) = logistic::value_and_grad(0.3, 2.5, 10_000);
//! assert!((value - 0.6).abs() < 1e-12 && dx.abs() < 1e-12);
//!
//! #[differentiable]
//! fn blocks(x: f64, weights: &[f64]) -> f64 {
//!     let mut h = x;
//!     for w in weights {
//!         h = #[checkpoint] residual(h, *w);
//!     }
//!     h
//! }
//!
//! #[differentiable]
//! fn residual(x: f64, w: f64) -> f64 {
//!     x + (w * x.sin()).tanh().cos()
//! }
//! let weights = [0.3; 100];
//! assert!(blocks::at(0.5, &weights).tape_words() <= 2 * 100 + 20); // the arguments, and one block
//! ```
//!
//! # Half precision
//!
//! With feature `half`, `f16` and `bf16` (from the crate `half`, and in the prelude) are numbers like any other, alone
//! and in tensors, structs and slices. A generic function, `fn f<T: Real>`, works in all four types. These two have no
//! literals: write `T::lit(0.5)`. Casts are `x.to_f32()`, `f16::from_f32(x)`, and `x.cast::<f16>()` for tensors.
//!
//! Every function, sum and product of tensors is computed in `f32` and rounded once. Your own operators and loops round
//! at each step. For training there is [`LossScale`](optim::LossScale), and lesson 8 of the examples.
//!
#![cfg_attr(feature = "half", doc = "```")]
#![cfg_attr(not(feature = "half"), doc = "```ignore")]
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn mean<T: Real>(x: &Vector<T, 10_000>) -> T {
//!     x.mean()
//! }
//!
//! let x = Vector::full(f16::lit(100.0)); // their sum is not in the range of `f16`
//! let (value, gradient) = mean::value_and_grad(&x);
//! assert_eq!((value, gradient[[7]]), (f16::lit(100.0), f16::lit(1e-4)));
//! ```
//!
//! # Own rules
//!
//! `#[differentiable(vjp = .., jvp = ..)]` gives a function a derivative that you write. The macro does not read its
//! body: the function may call foreign code, or iterate until it converges. Its other generated items and the calls of
//! it stay the same.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable(vjp = root_vjp, jvp = root_jvp)]
//! fn root(x: f64) -> f64 {
//!     (0..60).fold(x.max(1.0), |y, _| 0.5 * (y + x / y))
//! }
//!
//! /// The arguments as `root` takes them, its value, and the cotangent of that.
//! #[differentiable]
//! fn root_vjp(_: f64, y: &f64, y_bar: &f64) -> f64 {
//!     y_bar / (2.0 * y)
//! }
//!
//! /// The arguments, the value, and a tangent for each argument with a derivative.
//! fn root_jvp(_: f64, y: &f64, x_dot: &f64) -> f64 {
//!     x_dot / (2.0 * y)
//! }
//!
//! #[differentiable]
//! fn f(x: f64) -> f64 {
//!     x * root(x)
//! }
//! assert_eq!(f::value_and_grad(4.0), (8.0, 3.0));
//! assert_eq!(root::at(4.0).hvp(1.0), -1.0 / 32.0);
//! ```
//!
//! | argument | a function that returns | for `fn f(x: X, k: usize, w: &W) -> Y` |
//! |---|---|---|
//! | `vjp = g` | the cotangents of the differentiable arguments, as a tuple; bare if there is one | `fn g(x: X, k: usize, w: &W, y: &Y, y_bar: &Ct<Y>) -> (Ct<X>, Ct<W>)` |
//! | `jvp = g` | the tangent of the value | `fn g(x: X, k: usize, w: &W, y: &Y, x_dot: &Ct<X>, w_dot: &Ct<W>) -> Ct<Y>` |
//! | `forward = h, vjp = g` | `h` returns the value and a residual `S` of your choice; only the residual is stored, and `g` takes it after the arguments without a derivative | `fn h(x: X, k: usize, w: &W) -> (Y, S)`, `fn g(k: usize, s: &S, y_bar: &Ct<Y>) -> (Ct<X>, Ct<W>)` |
//!
//! [`Ct<X>`](differentiable::Ct) is the type of the tangent of an `X`: `X` itself for numbers, arrays and tensors, the
//! struct `LineTangent` for a struct `Line`. Without `forward`, the tape holds the arguments and the value. A function
//! with the wrong signature is an error at its name. Forward mode needs a `jvp`; second derivatives need a `jvp` and a
//! `vjp` that is itself `#[differentiable]`. A missing rule is an error only where it is used. Methods have rules too:
//! put `#[differentiable(vjp = ..)]` on the method, in an `impl` block with `#[differentiable]`. A function with a rule
//! cannot have parameters of type `&mut T` or `&[T]`.
//!
//! Use [`check`] to compare a rule with the true derivative; nothing else does. Some rules differ from it on purpose:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! /// Forwards nothing happens, backwards the sign changes. Nothing is kept.
//! #[differentiable(forward = reversed_forward, vjp = reversed_vjp)]
//! fn reversed(x: f64, #[constant] factor: f64) -> f64 {
//!     reversed_forward(x, factor).0
//! }
//! fn reversed_forward(x: f64, _: f64) -> (f64, ()) {
//!     (x, ())
//! }
//! fn reversed_vjp(factor: f64, (): &(), y_bar: &f64) -> f64 {
//!     -factor * y_bar
//! }
//!
//! /// The derivative of a smooth step in place of that of a step: a surrogate gradient.
//! #[differentiable(vjp = step_vjp)]
//! fn step(x: f64) -> f64 {
//!     f64::from(u8::from(x > 0.0))
//! }
//! fn step_vjp(x: f64, _: &f64, y_bar: &f64) -> f64 {
//!     y_bar / (1.0 + x.abs()).powi(2)
//! }
//!
//! /// Rounded, with the derivative of what was not: a straight-through estimator, which needs no rule.
//! #[differentiable]
//! fn rounded(x: f64) -> f64 {
//!     x + stop_gradient(x.round() - x)
//! }
//!
//! assert_eq!(reversed::value_and_grad(3.0, 0.5), (3.0, -0.5));
//! assert_eq!(step::value_and_grad(1.0), (1.0, 0.25));
//! assert_eq!(rounded::value_and_grad(2.7), (3.0, 1.0));
//! ```
//!
//! An operation that works number by number is one row of [`elementwise!`]: its value, and its derivative as an
//! expression of the input `x` or the output `y`. To say for each cotangent what it reads, and to skip cotangents that
//! nobody needs, implement a trait of [`rule`], which has an example.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! cotangent::elementwise! {
//!     /// What my model needs.
//!     pub trait Mine;
//!
//!     /// `x / (1 + |x|)`. Derivative `1 / (1 + |x|)²`.
//!     bent(x) = x / (T::ONE + x.abs()), x => (T::ONE + x.abs()).powi(-2);
//! }
//!
//! #[differentiable]
//! fn f(x: f64, w: &Vector<f64, 2>) -> f64 {
//!     x.bent() * w.bent().sum()
//! }
//! assert_eq!(f::grad(1.0, &tensor([1.0, -3.0])), (-0.0625, tensor([0.125, 0.03125])));
//! ```
//!
//! A call of a method without a rule, such as `next_up`, does not compile:
//! `no method named derivative_of_next_up found`.
//!
//! [`f::at(..).check()`](functions::At::check) compares a function with finite differences of its values. The functions
//! of [`check`] also compare every call and every rule. Both report the worst entry.
//!
//! # Features
//!
//! | feature | gives |
//! |---|---|
//! | `std` (default) | `alloc`; the platform's mathematical functions, the processor's vector instructions chosen at run time; `log`: a training run as CSV or JSON lines |
//! | `alloc` | `Vec` and `Box`, growable tapes, boxed tensors, [`check`] |
//! | `forward-mode` | `jvp`, `jvp_many`, `jacobian_fwd` and `gauss_newton` of every function |
//! | `second-order` | `forward-mode`; `hvp` and `hessian` of every function; derivatives of functions that call `g::grad` |
//! | without `std` and `alloc` | `no_std` without an allocator; mathematical functions from `libm` |
//! | `half` | `f16` and `bf16`, in `no_std` too |
//! | `rayon` | `parallel`: gradients of a batch on several threads; large matrix products on the threads of the pool |
//! | `rand` | `init`: seeded initial weights, in `no_std` too; with `alloc`, `data`: batches |
//! | `serde` | `alloc`; tensors and layers in the formats of serde, as nested lists |
//! | `report` | `std`; `report`: the progress of a training run as a line, and plots of its log |
//! | `interrupt` | `std`; `interrupt`: Ctrl-C is a question to the training loop |
//! | `nalgebra` (default) | [`nalgebra`]: matrices, rotations and decompositions of nalgebra, in `no_std` too |
//! | `glam` | `glam`: vectors, matrices, quaternions and affine maps of glam, in `no_std` too |
//! | `argmin` | `std` and `nalgebra`; `argmin`: functions as problems of the solvers of argmin |
//! | `simd` | `lanes`: numbers that are four or eight at once, for the gradients of as many problems in one call |
//! | `literal` | `literal`: `concat`, `flatten`, convolutions and pooling with result shapes that the compiler computes, for literal lengths |
//! | `safetensors` | `alloc`; `safetensors`: models to and from the bytes of a file |
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
extern crate self as cotangent;

#[cfg(feature = "alloc")]
pub mod check;
pub mod differentiable;
pub mod functions;
#[doc(hidden)]
pub mod generated;
mod kernels;
pub mod leaves;
pub mod ops;
pub mod rule;
mod scalar;
pub mod tape;
pub mod tensor;
mod train;

pub use differentiable::zero_of;
#[cfg(feature = "glam")]
pub use ops::glam;
#[cfg(feature = "literal")]
pub use ops::literal;
#[cfg(feature = "nalgebra")]
pub use ops::nalgebra;
pub use rule::slot;
#[cfg(feature = "simd")]
pub use scalar::lanes;
pub use scalar::{dual, math, real};
#[cfg(feature = "argmin")]
pub use train::argmin;
#[cfg(all(feature = "safetensors", feature = "std"))]
pub use train::checkpoint;
#[cfg(all(feature = "rand", feature = "alloc"))]
pub use train::data;
#[cfg(feature = "rand")]
pub use train::init;
#[cfg(feature = "interrupt")]
pub use train::interrupt;
#[cfg(feature = "std")]
pub use train::log;
#[cfg(feature = "rayon")]
pub use train::parallel;
#[cfg(feature = "report")]
pub use train::report;
#[cfg(feature = "safetensors")]
pub use train::safetensors;
pub use train::{nn, optim};

pub use cotangent_macros::{Differentiable, derivatives_of, differentiable};

/// The imports of a program that uses the crate: `use cotangent::prelude::*;`.
///
/// It has the two macros, the types of tensors and tapes, and the traits whose methods you call: on numbers
/// ([`Real`](crate::real::Real)), models ([`Leaves`](crate::leaves::Leaves)), optimizers and schedules, and the
/// operations, so that `#[differentiable]` finds their rules. The optimizers themselves are in [`optim`].
pub mod prelude {
    pub use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
    pub use crate::functions::{At, ForwardFunction, Function, PureFunction, SecondOrderFunction, Workspace};
    pub use crate::leaves::{Leaf, LeafMut, Leaves};
    #[cfg(feature = "literal")]
    pub use crate::literal::ConvolutionsLit;
    pub use crate::ops::{
        Activations, Comparisons, Convolutions, FastMath, Functions, Poolings, Unfoldings, stop_gradient,
    };
    #[doc(no_inline)]
    pub use crate::optim::{Optimizer, Schedule};
    #[doc(no_inline)]
    pub use crate::real::{Element, Real};
    pub use crate::slot::{Out, Slot};
    #[cfg(feature = "alloc")]
    pub use crate::tape::GrowableTape;
    pub use crate::tape::{No, Read, Store, Tape, TapeBuffer, TapeOverflow, Yes};
    pub use crate::tensor::*;
    pub use crate::{Differentiable, differentiable};
    #[cfg(feature = "half")]
    pub use half::{bf16, f16};
}
