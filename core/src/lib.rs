//! Reverse-mode automatic differentiation of ordinary Rust functions, ahead of time.
//!
//! Put [`#[differentiable]`](macro@differentiable) on a function, and its derivative is written by the compiler, as
//! Rust code, beside it. There is no graph at run time, no allocation, and nothing that needs `std`; the shapes of
//! tensors are types. What has no derivative rule does not compile.
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
//! `rosenbrock` is now also the name of an empty struct, whose associated functions are the derivative;
//! `use path::rosenbrock` imports both. The first thing to do is to check it, by differences of its values:
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
//! # Its calls
//!
//! | call | gives |
//! |---|---|
//! | `f::grad(args..)` | the gradient of a function whose result is a number: one cotangent for each differentiable parameter, in order, as a tuple; bare if there is one |
//! | `f::value_and_grad(args..)` | the value, and that |
//! | `f::vjp(args.., seed)` | the value, and the cotangents for the cotangent `seed` of the result, which may have any differentiable type |
//! | `f::value_and_grad_into(&mut tape, args.., &mut bar, ..)` | the value, on the caller's [tape](#tape); the cotangents are *added* to the caller's |
//! | `f::at(args..)` | the function at these arguments, an [`At`](functions::At): all calls of reverse mode are its methods |
//! | `f::at(args..).on(&mut tape)` | the same on the caller's tape: `.grad()`, `.value_and_grad()`, `.vjp(seed)`, ..; `.try_grad()` and the like return a [`TapeOverflow`](tape::TapeOverflow) instead of a panic when the tape is too small |
//! | `.. .vjp_into(seed, (&mut bar, ..))`, `.value_and_grad_into(..)` | the value; the cotangents are added to the caller's |
//! | `.. .pullback(\|y, pull\| ..)` | what the closure returns; it has the value, and `pull` makes the gradients of any number of cotangents of it, after one forward sweep |
//! | `.. .jacobian_rev()` | the value, and the gradients of each number of the result, arranged as these, by one forward sweep |
//! | `f::jvp(args.., tangents)`, `f::at(args..).jvp(tangents)` | with the feature `forward-mode`: `(y, y_dot)`, the derivative along a direction, for a result of any type, by one forward pass without a tape; `tangents` has the form of the gradients (of a slice `&[_]`, of a `&mut` parameter its place, `&mut _`) |
//! | `.. .jvp_many([tangents; K])` | `(y, [y_dot; K])`: several directions in one pass |
//! | `.. .jacobian_fwd()` | the value, and for each number of each parameter the tangent of the result, arranged as these, eight in a pass; for parameters that are made of numbers: arrays, tensors, tuples, structs (field by field) |
//! | `.. .gauss_newton(v)` | `Jᵀ(Jv)`, for a result of any type |
//! | `f::at(args..).hvp(v)` | with the feature `second-order`, as all that follows: the product of the Hessian with `v`, which has the form of `jvp`'s `tangents`, for a result that is a number; `.value_grad_and_hvp(v)` gives the value and the gradient too |
//! | `.. .on(&mut tape).value_grad_and_hvp_into(v, gradient, product)` | the value; gradient and product are added to places of yours, `(&mut d_p1, ..)`; with `&mut` parameters too, of which the tangent, cotangent and its tangent change as they do |
//! | `.. .hessian()`, `.value_grad_and_hessian()` | how the gradient moves with each number of each parameter; parameters as for `jacobian_fwd` |
//! | `f::tape_words()`, `f::tape_bytes()` | the size of the tape: a `const fn`, exact but for branches, of which the longer one counts |
//! | `f::at(args..).tape_words()` | the size for these arguments |
//! | `f::hvp_tape_words()`, `f::at(args..).hvp_tape_words()` | the same of the tape for second derivatives |
//!
//! In debug builds each of these calls compares the value that the derivative code computes with what the function itself returns for the
//! same arguments, bit by bit, and panics where they differ: a rule is wrong, or the function is not deterministic, or there is a bug of
//! this crate, and the message says what to do. What becomes of `&mut` parameters is compared too. So the function runs once more, and
//! what it does besides, such as printing, happens twice. `debug-assertions = false` in `[profile.dev.package.cotangent]` of `Cargo.toml`
//! switches this off; release builds have nothing of it. Not compared are numbers in `#[constant]` fields and in the tangents of
//! structs, and functions that take a `Vec` of structs, or without an allocator a `&mut` slice.
//!
//! `#[differentiable(show)]` puts what was written into the documentation of `struct f` (for a method `m`, of `m_at`):
//! both halves, as Rust with the names of the function. `cargo doc` and editors show it.
//!
//! `#[differentiable(fast_math)]` computes `exp`, `ln`, `tanh`, `sin` and others, in the function and in both modes of its derivative,
//! by [`math`]: at most 2 ulp off (`gelu` 8), and several at once where a loop lets the compiler do that. Without it they are those of the
//! platform.
//!
//! Integers, `bool`, `char`, `&str`, lists and tensors of them, and parameters marked `#[constant]` have no cotangent, and what
//! only they need is not computed.
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
//! `f::jvp` carries a tangent beside each value, from the arguments to the result. It takes everything that the gradient takes,
//! needs no tape, and costs about one more run of the function. Several directions at once share the values in between.
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
//! `f::at(args..).hvp(v)` says how the gradient moves along a direction: both halves of the function once more, with a tangent beside each
//! value and each cotangent (forward over reverse). All operations have second derivatives; a [rule of one's own](#own-rules) has one if it says so,
//! and where one is missing the call does not compile.
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
//! It has a tape that grows. On a tape of yours its size is a constant too, and then there is no allocation:
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
//! A generic function goes further: called with [`Dual<f64>`](dual::Dual) in place of `f64`, its `hvp` gives third derivatives.
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
//! A differentiable function may call `g::grad`, `g::value_and_grad`, `g::vjp` and `g::jvp` of another one, and is differentiated like
//! any other, in both modes: a force that is the gradient of an energy, a game in which the other player follows a gradient. There is
//! no perturbation to be confused with another: the derivative of such a call is a pass of second order of `g`, and no tangent leaves
//! it but as a value.
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
//! Forward mode through a call of `jvp` takes a pass for each number of the result. `g` has no slices as parameters. `hvp` of a
//! function with such a call would be a third derivative, and does not build; if both functions are generic over `T: Real`, their
//! gradients with [`Dual<f64>`](dual::Dual) are that. A function `grad` of a module is called by another path: `use module::grad;`.
//!
//! # Structs and methods
//!
//! [`#[derive(Differentiable)]`](macro@Differentiable) gives a struct a tangent: for `Line` the struct `LineTangent`,
//! with the same field names, which is cloned, and printed and compared if its fields can be. On an `impl` block,
//! `#[differentiable]` writes the derivative of its `&self` methods; the calls of a method `m` are methods named `m_grad`,
//! `m_value_and_grad`, and so on.
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
//! An [optimizer](optim) changes a model by its gradient, in place. The gradient has the form of the model, whatever that
//! is: a struct, a tensor, a tuple, one number. The calls `.._into` add to it, so it can be summed over observations.
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
//! A whole training loop, with initial weights, minibatches, a schedule and a file of weights, is lesson 4 of the
//! [examples](https://github.com/cotangent-rs/cotangent/tree/main/examples).
//!
//! | for | there is |
//! |---|---|
//! | the steps | [`Sgd`](optim::Sgd), [`Momentum`](optim::Momentum), [`Adam`](optim::Adam), [`AdamW`](optim::AdamW) |
//! | the learning rate | [`Constant`](optim::Constant), [`Step`](optim::Step), [`Cosine`](optim::Cosine), [`WarmUp`](optim::WarmUp), any function of the step |
//! | long gradients | [`clip_global_norm`](optim::clip_global_norm) |
//! | half precision | [`LossScale`](optim::LossScale), [`leaves::cast`] for weights that stay `f32` |
//! | the first weights | `init` (feature `rand`): He's and Glorot's, normal, uniform, from a seed |
//! | the weights as a file | `safetensors` (feature `safetensors`) |
//! | an optimizer, a summary, a file format of yours | [`leaves`]: the numbers of a model by index, name and shape |
//!
//! # Tensors
//!
//! A [`Tensor`](tensor::Tensor) has its shape in its type: `Matrix<f32, 32, 10>`, or generic over `const` parameters,
//! without where clauses. It is stored inline, like an array. Operators and operations broadcast as usual, except that
//! an axis stretches only if its type says so: [`One`](tensor::One).
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
//! What does not fit does not compile:
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
//! What the forward half computes and the reverse half reads again goes onto a tape, a stack of 8-byte words. Its size
//! is a constant of the program, and its memory is yours to choose:
//!
//! | memory | how |
//! |---|---|
//! | nothing to think about | `f::grad(..)`: on the stack up to 256 KiB, above that on the heap (feature `alloc`), kept for the next call (feature `std`) |
//! | the stack, a field, a `static` | [`TapeBuffer`](tape::TapeBuffer)`::<{ f::tape_words() }>::new()` |
//! | any slice | `&mut [u64]`, wherever it comes from |
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
//! Debug builds use one more word for each entry, to check that the two halves agree; so do not write the number down,
//! ask for it.
//!
//! # Language
//!
//! Ordinary code, with its control flow:
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
//! | items | functions, also recursive, `&self` methods of an inherent `impl`; lifetimes, `const` and type parameters, `where` |
//! | types | `f32`, `f64` (`f16` and `bf16`), tensors, arrays, slices `&[T]`, tuples, `Option`, `Result`, structs and enums with the derive, by value, by `&` or by `&mut`; as constants also integers, `bool`, `char`, `&str` and anything marked `#[constant]` |
//! | statements | `let`, `let mut`, `let else`, shadowing, tuple, array, struct and reference patterns; `=` and `+=` `-=` `*=` `/=` `%=` on variables, fields and elements; `mem::swap`, `replace`, `take`; `fill`, `swap`, `copy_from_slice`, `reverse`; `assert!` and other checks, `println!`, `dbg!`, the macros of loggers; items; `#[cfg(..)]` |
//! | control flow | `if`, `if let`, `match`, `?`, blocks; `for` over ranges and lists, `while`, `loop`, `break`, `continue`, labels, `return`, values of loops and blocks |
//! | expressions | `+ - * / %`, comparisons, `as` between `f32` and `f64`, fields, `x[i]`, `&x[a..b]`, tuples, arrays, `[x; N]`, struct literals with `..base` |
//! | iterators | `iter`, `iter_mut`, `zip`, `enumerate`, `rev`, `take`, `skip`, `step_by`, `windows`, `chunks_exact`, `map`, `filter`, ending in `for`, `sum`, `product`, `fold` or `for_each`; `array.map`, `array::from_fn` |
//! | closures | in variables, in iterators and on the spot; they are written out where they are called |
//! | methods of numbers | those of the standard library for real functions, rounding and `clamp`; activations, comparisons and `select`, `floor_div` and more: see [`ops`] |
//! | methods of tensors | these number by number (`max` and `min` reduce); `matmul`, `linear`, `cross`; `sum`, `mean`, `max`, `min`, `prod`, `var`, `std`, `norm`, `logsumexp` with `_axis`, `_keep` and `_to`; `softmax`, `log_softmax`, `cumsum`, `cumprod`, `sort`, `topk`, `argmax`, `argsort`; `layer_norm`, `rms_norm`, `group_norm`, `batch_norm`, `dropout`; losses; `reshape`, `transpose`, `swap_axes`, `permute`, `squeeze`, `unsqueeze`, `narrow`, `split`, `split_to`, `stack`, `concat_to`, `broadcast_to`, `stretch`, `fixed`, `item`, `flip`, `repeat`, `pad`, `gather`, `scatter_add`, `index_select`, `embedding`, `cast`; convolutions ([`ops::conv`]) and poolings ([`ops::pool`]) |
//! | calls | functions with `#[differentiable]`, also with a rule of yours, [their derivatives](#derivatives-in-functions), methods with one, anything at all on constants and in [`stop_gradient`](ops::stop_gradient) |
//!
//! Refused, each at its own token and with the way out: local `Vec`s (a parameter of type `Vec` is a slice), other methods
//! that change a variable, closures as arguments of functions, exits on the right of `&&`, `async`, `unsafe`. Nothing outside
//! this language is differentiated as if it were constant: a function or method without a derivative is an error, also in a condition
//! or as a statement, because it may keep what it is given. Put `#[differentiable]` on it, also if it returns `bool` or a whole
//! number; or `if stop_gradient(inside(x)) { .. }` says that it does not matter.
//!
//! The tangent of an enum is a struct with the fields of all variants, each behind its variant's name. In patterns and
//! constructors a variant is written behind its enum: `Shape::Circle(r)`, not `Circle(r)`. The tangent of an `Option` or a
//! `Result` is that of its value, and where there is none, nothing flows: [options and results](mod@differentiable#options-and-results).
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
//! A parameter of type `&mut T` comes back changed, and so does its cotangent: that of what comes out goes in, that of
//! what went in comes out. Such a function has the calls that add: `vjp_into` and `value_and_grad_into`, where the seed is [`NoGrad`](differentiable::NoGrad) if it returns nothing; and
//! forward mode in one direction, `jvp`, to which its tangent is a place too.
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
//! Of second derivatives it has `value_grad_and_hvp_into`, also if it returns nothing: all that is lent changes, the argument and its
//! cotangent, and the tangents of both. What needs the arguments more than once, such as Jacobians and Hessians, is there for a
//! function that changes a copy:
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
//! A loop whose bounds are constants, or lengths of arrays, has a tape of known size. Where only a run can tell, the
//! calls on their own tape use one on the heap, which is kept for the next call (feature `alloc`); on a tape of yours ask
//! `f::at(args..).tape_words()`, or handle the [`TapeOverflow`](tape::TapeOverflow) of the `try_` forms. `acc += x[i]`
//! stores nothing; sums and products of parameters are computed again, not stored; an index that is only counted up and down,
//! `at += 1`, is counted back.
//!
//! A loop that only adds to sums keeps nothing from one iteration to the next: the calls that users make reverse each iteration
//! as soon as it has run. That needs the cotangents of the sums before the loop runs, so what is made of them later must
//! be sums, differences and products with constants, such as a mean; and the loop must not look at them. The tape then has the
//! size of the largest iteration, which often is a constant although the number of iterations is not:
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
//! If an iteration calls functions whose tape only a run can tell, and you lend both cotangents (`_into`) and a tape
//! that does not grow, the function runs once more first, to count: an overflow must not leave half of a gradient.
//!
//! A loop may compute its values again instead of keeping them. `#[checkpoint]` keeps the variables that change every `√n`
//! of `n` iterations and takes one forward sweep more; `#[checkpoint(every = 100)]` keeps them every hundred iterations, also
//! in `while` and `loop`; `#[checkpoint(bisection)]` keeps `log n` states, and takes `½ log n` sweeps more. The results are
//! the same to the last bit. What is called in such a loop is called again, and has to give the same: a counter in a
//! `static` does not; `assert!`, `println!` and the like are not.
//!
//! A call, a block or a function runs again as a whole: `let y = #[checkpoint] f(x);`, `#[checkpoint] { .. }`, `let y = #[checkpoint] { .. };`, and below
//! `#[differentiable]` on a function or method, whose calls then all do. What it makes is not kept, only what it takes from outside, and it
//! takes one more run of it. What runs again one after the other uses the same memory. (Where a variable that changes is read inside and outside, its two contributions
//! may be added in another order.)
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
//! With feature `half`, `f16` and `bf16` (from the crate of that name, and in the prelude) are numbers like any other, alone and in
//! tensors, structs and slices. Written generically, `fn f<T: Real>`, a function works in all four types. There are no literals
//! of these two: it is `T::lit(0.5)`. A cast is `x.to_f32()`, `f16::from_f32(x)`, and of tensors `x.cast::<f16>()`.
//!
//! Every function, sum and product of tensors is computed in `f32` and rounded once; only what you write with operators and
//! loops of your own is rounded at each step. To train with them there is [`LossScale`](optim::LossScale), and lesson 8 of the examples.
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
//! `#[differentiable(vjp = .., jvp = ..)]` gives a function the derivative that you write. Its body is not looked at: it may call
//! foreign code, or iterate until nothing changes. What there is beside `fn f` stays the same, and so do calls of it.
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
//! | argument | a function that | of `fn f(x: X, k: usize, w: &W) -> Y` |
//! |---|---|---|
//! | `vjp = g` | gives the cotangents of the arguments that have some, as a tuple; bare if there is one | `fn g(x: X, k: usize, w: &W, y: &Y, y_bar: &Ct<Y>) -> (Ct<X>, Ct<W>)` |
//! | `jvp = g` | gives the tangent of the value | `fn g(x: X, k: usize, w: &W, y: &Y, x_dot: &Ct<X>, w_dot: &Ct<W>) -> Ct<Y>` |
//! | `forward = h, vjp = g` | `h` gives the value and a residual `S` of its choice, which is all that is kept; `g` gets it, after the arguments without a derivative | `fn h(x: X, k: usize, w: &W) -> (Y, S)`, `fn g(k: usize, s: &S, y_bar: &Ct<Y>) -> (Ct<X>, Ct<W>)` |
//!
//! [`Ct<X>`](differentiable::Ct) is the type of the tangent of an `X`: for numbers, arrays and tensors `X` itself, for a struct `Line` the struct
//! `LineTangent`. Without `forward` the arguments and the value are kept. A function that does not fit is an error at its name. Without
//! a `jvp` there is no forward mode. Second derivatives need a `jvp`, and a `vjp` that is `#[differentiable]` itself. What is missing is an error
//! where it is wanted, and nowhere else. Methods have rules too: `#[differentiable(vjp = ..)]` on the method, in an `impl` block
//! with `#[differentiable]`. Parameters of type `&mut T` and `&[T]` have none, nor a `Vec`.
//!
//! Nobody checks that a rule is the true derivative, but [`check`] does when you ask; and sometimes it is not to be:
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
//! An operation that works number by number is one row of [`elementwise!`]: its value, and its derivative from the
//! input `x` or the output `y`. Whoever wants to say for each cotangent what it reads, and not to compute one that nobody wants,
//! implements a trait of [`rule`], which has an example.
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
//! A method without a rule, such as `next_up`, does not compile: `no method named derivative_of_next_up found`, at the call.
//!
//! [`f::at(..).check()`](functions::At::check) compares a function with finite differences of its values, [`check`] also every call and every
//! rule, and they report the worst entry.
//!
//! # Features
//!
//! | feature | gives |
//! |---|---|
//! | `std` (default) | `alloc`; the platform's mathematical functions, the processor's vector instructions chosen at run time |
//! | `alloc` | growable tapes, boxed tensors, [`check`] |
//! | `forward-mode` | `jvp`, `jvp_many`, `jacobian_fwd` and `gauss_newton` of every function |
//! | `second-order` | `forward-mode`; `hvp` and `hessian` of every function; derivatives of functions that call `g::grad` |
//! | without `std` and `alloc` | `no_std` without an allocator; mathematical functions from `libm` |
//! | `half` | `f16` and `bf16`, in `no_std` too |
//! | `rayon` | `parallel`: gradients of a batch on several threads; large products of matrices on those of the pool |
//! | `rand` | `init`: seeded initial weights, in `no_std` too |
//! | `nalgebra` (default) | [`nalgebra`]: matrices, rotations and decompositions of nalgebra, in `no_std` too |
//! | `literal` | `literal`: results of `concat`, `flatten`, convolutions and pooling whose shapes the compiler computes, for literal lengths |
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

#[cfg(feature = "literal")]
pub use ops::literal;
#[cfg(feature = "nalgebra")]
pub use ops::nalgebra;
pub use rule::slot;
pub use scalar::{dual, math, real};
#[cfg(feature = "rand")]
pub use train::init;
#[cfg(feature = "rayon")]
pub use train::parallel;
#[cfg(feature = "safetensors")]
pub use train::safetensors;
pub use train::{nn, optim};

pub use cotangent_macros::{Differentiable, derivatives_of, differentiable};

/// What a program that uses the crate imports: `use cotangent::prelude::*;`.
///
/// The two macros, the types of tensors and tapes, and the traits that carry methods: of numbers
/// ([`Real`](crate::real::Real)), of models ([`Leaves`](crate::leaves::Leaves)), of optimizers and schedules, and of
/// operations, so that `#[differentiable]` finds their rules. The optimizers themselves are in [`optim`].
pub mod prelude {
    pub use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
    pub use crate::functions::{At, ForwardFunction, Function, PureFunction, SecondOrderFunction};
    pub use crate::leaves::{Leaf, LeafMut, Leaves};
    #[cfg(feature = "literal")]
    pub use crate::literal::ConvolutionsLit;
    pub use crate::ops::{Activations, Comparisons, Convolutions, FastMath, Functions, Poolings, stop_gradient};
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
