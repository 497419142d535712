//! `#[differentiable] trait`: functions that are generic over its implementations, default methods, and types of other crates.

use cotangent::prelude::*;

/// Methods that the trait defines, by means of others; and what has no derivative beside them.
#[differentiable]
trait Model {
    const DEGREE: i32;
    fn eval(&self, x: f64) -> f64;
    fn squared(&self, x: f64) -> f64 {
        let y = self.eval(x);
        if y > 100.0 {
            return y;
        }
        y * y
    }
    fn twice(&self, x: f64) -> f64 {
        self.squared(x) + self.eval(self.squared(x)).powi(Self::DEGREE)
    }
    fn name(&self) -> String {
        format!("of degree {}", Self::DEGREE)
    }
    fn standard() -> Self
    where
        Self: Sized;
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Line {
    a: f64,
    b: f64,
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Exp {
    k: f64,
}

#[differentiable]
impl Model for Line {
    const DEGREE: i32 = 1;
    fn eval(&self, x: f64) -> f64 {
        self.a * x + self.b
    }
    fn standard() -> Self {
        Line { a: 1.0, b: 0.0 }
    }
}

/// It has a `squared` of its own.
#[differentiable]
impl Model for Exp {
    const DEGREE: i32 = 2;
    fn eval(&self, x: f64) -> f64 {
        (self.k * x).exp()
    }
    fn squared(&self, x: f64) -> f64 {
        (2.0 * self.k * x).exp() * x
    }
    fn standard() -> Self {
        Exp { k: 0.5 }
    }
}

/// A type that holds another model.
#[derive(Differentiable, Clone, Copy, Debug)]
struct Scaled<M> {
    by: f64,
    of: M,
}

#[differentiable]
impl<M: Model> Model for Scaled<M> {
    const DEGREE: i32 = M::DEGREE;
    fn eval(&self, x: f64) -> f64 {
        self.by * self.of.eval(x) + self.of.squared(self.by)
    }
    fn standard() -> Self {
        Scaled { by: 2.0, of: M::standard() }
    }
}

#[differentiable]
fn loss<M: Model>(m: &M, xs: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        let e = m.eval(*x) - 1.0;
        if e < -0.9 {
            continue;
        }
        sum += e.powi(2) + m.squared(*x).powi(M::DEGREE) * m.twice(0.1 * x);
    }
    sum
}

#[differentiable]
fn of_any(m: &impl Model, n: impl Model, x: f64) -> f64 {
    let y = m.eval(x) * n.eval(x);
    n.twice(y * 0.01) + m.squared(y * 0.02)
}

#[differentiable]
fn of_any_that_is_clone(m: &(impl Model + Clone), x: f64) -> f64 {
    m.eval(x) * m.twice(x * 0.02)
}

#[differentiable]
fn nested<A, B>(a: &A, b: &Scaled<B>, xs: &[f64; 3]) -> f64
where
    A: Model,
    B: Model + Clone,
{
    let mut x = xs[0];
    for i in 0..2 {
        x = 0.1 * b.eval(x) + a.eval(xs[i]) * 0.2;
    }
    loss(a, &[x, xs[1], 0.3]) + loss(&b.of, xs) + loss(b, xs) + of_any(a, b.of.clone(), x)
}

#[differentiable]
fn of_lists<M: Model>(models: &[M], pair: &[M; 2], x: f64) -> f64 {
    let mut sum = 0.0;
    for m in models {
        sum += m.eval(x);
    }
    for (i, m) in pair.iter().enumerate() {
        sum *= m.eval(sum * 0.1) + i as f64;
    }
    models[0].squared(sum)
}

#[test]
fn generic_over_implementations() {
    let (line, exp) = (Line { a: 0.5, b: 0.2 }, Exp { k: 0.7 });
    let xs = [0.1, 0.7, 1.2];
    loss::at(&line, &xs).check().unwrap();
    loss::at(&exp, &xs).check().unwrap();
    let scaled = Scaled { by: 0.8, of: exp };
    loss::at(&scaled, &xs).check().unwrap();
    loss::at(&Scaled { by: 0.8, of: scaled }, &xs).check().unwrap();
    of_any::at(&line, exp, 0.3).check().unwrap();
    of_any::at(&exp, line, 0.3).check().unwrap();
    of_any_that_is_clone::at(&exp, 0.3).check().unwrap();
    nested::at(&line, &scaled, &xs).check().unwrap();
    nested::at(&scaled, &Scaled { by: 0.3, of: line }, &xs).check().unwrap();
    of_lists::at(&[line, Line { a: 0.1, b: -1.0 }][..], &[line, line], 0.4).check().unwrap();
}

#[test]
fn the_derivative_of_the_method_that_runs() {
    // By hand, of one that is overridden and one that is not.
    let (value, (line, dx)) = squared_of::value_and_grad(&Line { a: 2.0, b: 1.0 }, 3.0);
    assert_eq!((value, line, dx), (49.0, LineTangent { a: 42.0, b: 14.0 }, 28.0));
    let (value, (exp, dx)) = squared_of::value_and_grad(&Exp { k: 0.0 }, 3.0);
    assert_eq!((value, exp.k, dx), (3.0, 18.0, 1.0));
    assert_eq!(Line::standard().name(), "of degree 1");
}

#[differentiable]
fn squared_of<M: Model>(m: &M, x: f64) -> f64 {
    m.squared(x)
}

/// Traits of traits, associated types, parameters of traits, generic methods.
#[differentiable]
trait Density {
    type Point;
    fn log_density(&self, x: &Self::Point) -> f64;
}

#[differentiable]
trait Sampler: Density<Point = [f64; 2]> + Clone {
    fn total(&self, xs: &[[f64; 2]]) -> f64 {
        let mut sum = 0.0;
        for x in xs {
            sum += self.log_density(x);
        }
        sum
    }
}

#[differentiable]
trait Curve<const N: usize> {
    fn at(&self, x: &[f64; N]) -> [f64; N];
    fn length<const M: usize>(&self, xs: &[[f64; N]; M]) -> f64 {
        let mut sum = 0.0;
        for x in xs {
            for y in self.at(x) {
                sum += y * y;
            }
        }
        sum.sqrt()
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Normal {
    mean: [f64; 2],
    sigma: f64,
}

#[differentiable]
impl Density for Normal {
    type Point = [f64; 2];
    fn log_density(&self, x: &Self::Point) -> f64 {
        let z = [(x[0] - self.mean[0]) / self.sigma, (x[1] - self.mean[1]) / self.sigma];
        -0.5 * (z[0] * z[0] + z[1] * z[1]) - self.sigma.ln()
    }
}

#[differentiable]
impl Sampler for Normal {}

#[differentiable]
impl<const N: usize> Curve<N> for Normal {
    fn at(&self, x: &[f64; N]) -> [f64; N] {
        let mut y = *x;
        for i in 0..N {
            y[i] = (x[i] * self.sigma).sin() * self.mean[i % 2];
        }
        y
    }
}

#[differentiable]
fn likelihood<D: Sampler>(d: &D, xs: &[[f64; 2]]) -> f64 {
    let other = d.clone();
    -d.total(xs) + d.log_density(&xs[0]) * other.log_density(&xs[1])
}

#[differentiable]
fn density<D: Density>(d: &D, x: &D::Point, k: f64) -> f64 {
    d.log_density(x) * k
}

#[differentiable]
fn curved<C: Curve<3>>(c: &C, x: &[f64; 3]) -> f64 {
    let y = c.at(&c.at(x));
    y[0] * y[2] + c.length(&[*x, y])
}

#[test]
fn traits_of_several_kinds() {
    let normal = Normal { mean: [0.2, -0.3], sigma: 1.3 };
    likelihood::at(&normal, &[[0.3, 0.2], [0.9, -1.0]][..]).check().unwrap();
    density::at(&normal, &[0.4, 0.7], 1.5).check().unwrap();
    curved::at(&normal, &[0.4, 0.7, -0.2]).check().unwrap();
}

/// Types of other crates: the derivative is that of the trait.
#[differentiable]
trait Smooth {
    fn soft(self, k: f64) -> f64;
    fn softer(self, k: f64) -> f64
    where
        Self: Sized,
    {
        self.soft(k) * k
    }
}

#[differentiable]
impl Smooth for f64 {
    fn soft(self, k: f64) -> f64 {
        (self * k).exp().ln_1p() / k
    }
}

#[differentiable]
impl<const N: usize> Smooth for [f64; N] {
    fn soft(self, k: f64) -> f64 {
        let mut sum = 0.0;
        for x in self {
            sum += x.soft(k);
        }
        sum
    }
}

#[differentiable]
impl Smooth for Vec<f64> {
    fn soft(self, k: f64) -> f64 {
        self.iter().map(|x| x.softer(k)).sum()
    }
}

#[differentiable]
impl Smooth for (f64, f64) {
    fn soft(self, k: f64) -> f64 {
        self.0.soft(k) * self.1
    }
}

#[differentiable]
fn soft(x: f64, y: &[f64; 2], v: &Vec<f64>, k: f64) -> f64 {
    let mut s = x.soft(k) * y.soft(k);
    for i in 0..2 {
        s += (s, x).soft(k) + v.clone().softer(y[i]);
    }
    s * of_smooth(x, k) + of_smooth(*y, s)
}

#[differentiable]
fn of_smooth<S: Smooth>(s: S, k: f64) -> f64 {
    s.softer(k)
}

#[test]
fn types_of_other_crates() {
    soft::at(0.4, &[0.2, -0.5], &vec![0.3, 0.9, -1.0], 1.5).check().unwrap();
}

/// A trait that is used as an object too: where no derivative is taken.
#[differentiable]
trait Force {
    fn force(&self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Spring(f64);

#[differentiable]
impl Force for Spring {
    fn force(&self, x: f64) -> f64 {
        -self.0 * x
    }
}

#[differentiable]
fn energy(f: &impl Force, x0: f64) -> f64 {
    let (mut x, mut v) = (x0, 0.0);
    for _ in 0..5 {
        v += 0.1 * f.force(x);
        x += 0.1 * v;
    }
    x * x
}

#[test]
fn objects_of_an_annotated_trait() {
    let forces: Vec<Box<dyn Force>> = vec![Box::new(Spring(2.0)), Box::new(Spring(3.0))];
    assert_eq!(forces.iter().map(|f| f.force(1.0)).sum::<f64>(), -5.0);
    energy::at(&Spring(1.5), 0.7).check().unwrap();
}

#[test]
fn second_derivatives() {
    let (m, x) = (Exp { k: 0.4 }, [0.3, 0.5, 0.9]);
    let (dm, dx) = (ExpTangent { k: 1.0 }, [0.1, -0.2, 0.3]);
    let (hm, hx) = loss::at(&m, &x).hvp((dm, dx));
    let h = 1e-5;
    let at = |s: f64| {
        let x = [x[0] + s * 0.1, x[1] - s * 0.2, x[2] + s * 0.3];
        loss::grad(&Exp { k: 0.4 + s }, &x)
    };
    let ((pm, px), (nm, nx)) = (at(h), at(-h));
    assert!((hm.k - (pm.k - nm.k) / (2.0 * h)).abs() < 1e-6);
    for i in 0..3 {
        assert!((hx[i] - (px[i] - nx[i]) / (2.0 * h)).abs() < 1e-6);
    }
}

/// A trait and its implementations inside of a function.
#[test]
fn in_a_function() {
    #[differentiable]
    trait Local {
        fn local(&self, x: f64) -> f64;
    }
    trait Plain {
        fn plain(&self, x: f64) -> f64;
    }
    #[differentiable]
    impl Local for Line {
        fn local(&self, x: f64) -> f64 {
            self.a * x * self.b
        }
    }
    #[differentiable]
    impl Plain for Line {
        fn plain(&self, x: f64) -> f64 {
            self.a * x
        }
    }
    #[differentiable]
    fn local<L: Local>(l: &L, line: &Line, x: f64) -> f64 {
        l.local(x) * line.plain(x)
    }
    local::at(&Line { a: 0.5, b: 0.3 }, &Line { a: 0.1, b: 0.7 }, 2.0).check().unwrap();
}

/// Types without fields: their methods have derivatives with respect to the arguments.
#[differentiable]
trait Activation {
    fn apply(&self, x: f64) -> f64;
    fn twice(&self, x: f64) -> f64 {
        self.apply(self.apply(x))
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Tanh;

#[derive(Differentiable, Clone, Copy, Debug)]
struct Identity {}

#[derive(Differentiable, Clone, Copy, Debug)]
enum Kind {
    Sin,
    Square,
}

#[differentiable]
impl Activation for Tanh {
    fn apply(&self, x: f64) -> f64 {
        x.tanh()
    }
}

#[differentiable]
impl Activation for Identity {
    fn apply(&self, x: f64) -> f64 {
        x
    }
}

#[differentiable]
impl Activation for Kind {
    fn apply(&self, x: f64) -> f64 {
        match self {
            Kind::Sin => x.sin(),
            Kind::Square => x * x,
        }
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Neuron<A> {
    w: f64,
    activation: A,
}

#[differentiable]
impl<A: Activation> Neuron<A> {
    fn forward(&self, x: f64) -> f64 {
        self.activation.apply(self.w * x)
    }
}

#[differentiable]
fn network<A: Activation + Clone>(a: &Neuron<A>, b: Neuron<A>, x: f64) -> f64 {
    let c = a.clone();
    c.forward(b.forward(x)) * a.forward(x) + b.activation.twice(x)
}

#[differentiable]
fn of_kinds(x: f64, kind: Kind) -> f64 {
    let (mut y, tanh, identity) = (x, Tanh, Identity {});
    for i in 0..2 {
        let kind = if i == 1 { Kind::Square } else { kind };
        y = kind.apply(y) * tanh.apply(identity.apply(x));
    }
    y
}

#[test]
fn types_without_fields() {
    network::at(&Neuron { w: 0.4, activation: Tanh }, Neuron { w: 0.8, activation: Tanh }, 0.3).check().unwrap();
    let (value, (a, b, dx)) = network::value_and_grad(
        &Neuron { w: 2.0, activation: Kind::Square },
        Neuron { w: 1.0, activation: Kind::Square },
        3.0,
    );
    // (a b² x²)² (a x)² + x⁴ with a = 2, b = 1, x = 3
    assert_eq!((value, a.w, b.w, dx), (11745.0, 2.0 * 11664.0, 4.0 * 11664.0, 6.0 * 3888.0 + 108.0));
    let of = |x: f64| of_kinds(x, Kind::Sin);
    let (dx, _) = of_kinds::grad(0.7, Kind::Sin);
    assert!((dx - (of(0.7 + 1e-6) - of(0.7 - 1e-6)) / 2e-6).abs() < 1e-8);
}

/// Methods that change what they are called on.
#[differentiable]
trait Filter: Clone {
    fn update(&mut self, z: f64) -> f64;
    fn run(&mut self, zs: &[f64; 3]) -> f64 {
        let mut sum = 0.0;
        for z in zs {
            sum += self.update(*z);
        }
        sum
    }
    fn reset(&mut self) {}
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct LowPass {
    state: f64,
    gain: f64,
}

#[differentiable]
impl Filter for LowPass {
    fn update(&mut self, z: f64) -> f64 {
        self.state += self.gain * (z - self.state);
        self.state * self.state
    }
}

#[differentiable]
fn filtered<F: Filter>(filter: &F, zs: &[f64; 3]) -> f64 {
    let mut filter = filter.clone();
    let first = filter.update(zs[1]);
    first * filter.run(zs) + filter.update(first)
}

#[test]
fn methods_that_change_their_receiver() {
    filtered::at(&LowPass { state: 0.3, gain: 0.6 }, &[0.5, -1.0, 2.0]).check().unwrap();
}

/// Traits of numbers, for one type and for all; parameters of a trait that are bounded in its implementations only.
#[differentiable]
trait Number: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> + std::ops::Neg<Output = Self> {
    const ONE: Self;
    fn exp_(self) -> Self;
    fn squared_plus(self, other: Self) -> Self {
        self * self + other * Self::ONE
    }
}

#[differentiable]
impl Number for f64 {
    const ONE: f64 = 1.0;
    fn exp_(self) -> f64 {
        self.exp()
    }
}

#[differentiable]
trait Squash {
    fn squash(self) -> Self;
}

#[differentiable]
impl<T: num_traits::Float> Squash for T {
    fn squash(self) -> T {
        T::one() / (T::one() + (-self).exp())
    }
}

#[differentiable]
trait Continuous<K, T> {
    fn ln_pdf(&self, x: K) -> T;
}

#[differentiable]
impl Continuous<f64, f64> for Normal {
    fn ln_pdf(&self, x: f64) -> f64 {
        -(x - self.mean[0]).powi(2) / self.sigma
    }
}

#[differentiable]
fn of_numbers<T: Number>(x: T, y: T) -> T {
    (x * y).exp_() + -x.squared_plus(y)
}

#[differentiable]
fn squashed<D: Continuous<f64, f64>>(d: &D, x: f64, y: f64) -> f64 {
    of_numbers(x.squash(), y) * d.ln_pdf(y.squash())
}

#[test]
fn traits_of_numbers() {
    squashed::at(&Normal { mean: [0.2, -0.3], sigma: 1.3 }, 0.3, 0.8).check().unwrap();
}

/// A trait with the name of one of the library's.
mod named_like_one_of_the_library {
    use cotangent::prelude::*;

    #[differentiable]
    trait Shape {
        fn area(&self) -> f64;
    }

    #[derive(Differentiable)]
    struct Circle {
        r: f64,
    }

    #[differentiable]
    impl Shape for Circle {
        fn area(&self) -> f64 {
            3.0 * self.r * self.r
        }
    }

    #[differentiable]
    fn total<S: Shape>(s: &S, k: f64) -> f64 {
        s.area() * k
    }

    #[test]
    fn has_derivatives() {
        let (circle, k) = total::grad(&Circle { r: 2.0 }, 0.5);
        assert_eq!((circle.r, k), (6.0, 12.0));
    }
}

/// A trait with numbers as a parameter, for a type that is generic over them; methods of the names of those of numbers.
#[differentiable]
trait Path<T: num_traits::Float> {
    fn position(&self, t: T) -> T;
    fn speed(&self, t: T) -> T {
        let h = T::from(0.25).unwrap();
        (self.position(t + h) - self.position(t)) / h
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Parabola<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<T: num_traits::Float> Path<T> for Parabola<T> {
    fn position(&self, t: T) -> T {
        self.a * t * t + self.b
    }
}

#[differentiable]
fn along<T: num_traits::Float, P: Path<T>>(path: &P, t: T) -> T {
    path.position(t) * path.speed(t)
}

#[differentiable]
trait Elementary: Copy {
    fn sqrt(self) -> Self;
    fn to_radians(self) -> Self;
    fn midpoint(self, other: Self) -> Self;
    fn cubed(self) -> Self;
}

#[differentiable]
impl Elementary for f64 {
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn to_radians(self) -> f64 {
        f64::to_radians(self)
    }
    fn midpoint(self, other: f64) -> f64 {
        f64::midpoint(self, other)
    }
    fn cubed(self) -> f64 {
        self * self * self
    }
}

#[differentiable]
fn elementary(x: f64) -> f64 {
    x.sqrt() * x.cubed() + x.to_radians() * x.midpoint(x * x)
}

/// What changes its receiver stays as it is where the type may not be copied.
#[differentiable]
trait Kernel {
    fn kernel(&self, x: f64, y: f64) -> f64;
    fn rescale(&mut self, by: f64);
}

#[derive(Differentiable, Clone, Debug)]
struct Gaussian {
    length: f64,
}

#[derive(Differentiable, Clone, Debug)]
struct Both<A: Kernel, B: Kernel> {
    a: A,
    b: B,
}

#[differentiable]
impl Kernel for Gaussian {
    fn kernel(&self, x: f64, y: f64) -> f64 {
        (-(x - y).powi(2) / self.length).exp()
    }
    fn rescale(&mut self, by: f64) {
        self.length *= by;
    }
}

#[differentiable]
impl<A: Kernel, B: Kernel> Kernel for Both<A, B> {
    fn kernel(&self, x: f64, y: f64) -> f64 {
        self.a.kernel(x, y) + self.b.kernel(y, 2.0 * x)
    }
    fn rescale(&mut self, by: f64) {
        self.a.rescale(by);
        self.b.rescale(by);
    }
}

#[differentiable]
fn gram<K: Kernel>(k: &K, xs: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 0..i {
            sum += k.kernel(xs[i], xs[j]) * i as f64;
        }
    }
    sum
}

#[test]
fn what_cannot_have_a_derivative_stays() {
    along::at(&Parabola { a: 0.3, b: 0.9 }, 0.7).check().unwrap();
    elementary::at(1.7).check().unwrap();
    let mut both =
        Both { a: Gaussian { length: 0.5 }, b: Both { a: Gaussian { length: 1.5 }, b: Gaussian { length: 0.7 } } };
    both.rescale(2.0);
    gram::at(&both, &[0.1, 0.5, 0.8]).check().unwrap();
}

/// Public traits that are written alike.
mod alike {
    pub mod one {
        use cotangent::prelude::*;
        #[differentiable]
        pub trait Model {
            fn rate(&self, x: f64) -> f64;
        }
    }
    pub mod other {
        use cotangent::prelude::*;
        #[differentiable]
        pub trait Model {
            fn rate(&self, x: f64) -> f64;
        }
    }
}

#[differentiable]
impl alike::one::Model for Spring {
    fn rate(&self, x: f64) -> f64 {
        self.0 * x.sin()
    }
}

#[differentiable]
impl alike::other::Model for Exp {
    fn rate(&self, x: f64) -> f64 {
        self.k * x.cos()
    }
}

#[differentiable]
fn both_rates<A: alike::one::Model, B: alike::other::Model>(a: &A, b: &B, x: f64) -> f64 {
    a.rate(x) * b.rate(x)
}

#[test]
fn public_traits_of_one_name() {
    both_rates::at(&Spring(0.4), &Exp { k: 1.5 }, 0.7).check().unwrap();
}
