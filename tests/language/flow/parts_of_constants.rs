//! Constants taken apart by patterns whose parts are passed on: interpreters, expression trees, layers, figures.

use cotangent::prelude::*;

enum Expr {
    Num(f64),
    Var,
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
    Sum(Vec<Expr>),
    Weighted(Vec<(f64, Expr)>),
    Choice { test: Box<Expr>, yes: Box<Expr>, no: Option<Box<Expr>> },
}

use Expr::{Add, Choice, Mul, Num, Sin, Sum, Var, Weighted};

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

#[differentiable]
fn eval(x: f64, #[constant] e: &Expr) -> f64 {
    match e {
        Add(a, b) => eval(x, a) + eval(x, b),
        Mul(a, b) => eval(x, a) * eval(x, b),
        Sin(a) => eval(x, a).sin(),
        Num(n) => *n,
        Expr::Var => x,
        Sum(terms) => terms.iter().map(|term| eval(x, term)).sum(),
        Weighted(terms) => {
            let mut sum = terms.iter().fold(0.0, |sum, (weight, term)| sum + weight * eval(x, term));
            for (weight, term) in terms {
                sum *= weight * eval(sum, term);
            }
            sum
        }
        Choice { test, yes, no } => {
            if eval(x, test) > 0.5 {
                eval(x, yes)
            } else if let Some(no) = no {
                eval(x, no) * 2.0
            } else {
                x * x
            }
        }
    }
}

/// Names of the pattern hide the parameters; guards; a loop around.
#[differentiable]
fn hidden(x: f64, #[constant] e: &Expr) -> f64 {
    let mut s = x;
    for i in 0..3 {
        let y = x * f64::from(i) + s;
        s = match e {
            Mul(x, e) if y > 0.4 => eval(y, e) * eval(y, x),
            Mul(e, _) | Add(_, e) => eval(s, e) * y,
            other => eval(y, other),
        };
    }
    s * x
}

fn trees() -> [Expr; 6] {
    let shifted = || boxed(Add(boxed(Var), boxed(Num(0.5))));
    let product = || Mul(boxed(Sin(shifted())), boxed(Var));
    let choice = |no| Choice { test: boxed(Var), yes: boxed(product()), no };
    [
        product(),
        Sum(vec![Var, Num(2.0), product()]),
        Weighted(vec![(0.5, product()), (1.5, Add(boxed(Var), boxed(Num(1.0))))]),
        choice(None),
        choice(Some(shifted())),
        Mul(boxed(choice(Some(shifted()))), boxed(Sum(vec![product(), Var]))),
    ]
}

#[test]
fn an_interpreter() {
    for tree in &trees() {
        check! {
            eval(tree) at 0.3, 0.7, 1.4;
            hidden(tree) at 0.3, 0.7;
        }
    }
}

enum Kind {
    Input,
    Scaled(Box<Node>, f64),
    Product(Box<Node>, Box<Node>),
    Power { of: Box<Node>, n: i32 },
}

struct Node {
    kind: Kind,
    next: Option<Box<Node>>,
}

#[differentiable]
impl Node {
    fn value(#[constant] &self, x: f64) -> f64 {
        let own = match &self.kind {
            Kind::Input => x,
            Kind::Scaled(of, by) => of.value(x) * by,
            Kind::Product(a, b) => a.value(x) * b.value(x),
            Kind::Power { of, n } => of.value(x).powi(*n),
        };
        let Some(next) = &self.next else { return own };
        own + next.value(own)
    }
}

#[differentiable]
fn of_node(x: f64, #[constant] node: &Node) -> f64 {
    node.value(x) * x
}

#[test]
fn nodes_with_methods() {
    let node = |kind| Node { kind, next: None };
    let input = || Box::new(node(Kind::Input));
    let scaled = Node { kind: Kind::Scaled(input(), 1.5), next: Some(input()) };
    let power = node(Kind::Power { of: Box::new(scaled), n: 3 });
    let product =
        Node { kind: Kind::Product(Box::new(power), input()), next: Some(Box::new(node(Kind::Scaled(input(), 0.25)))) };
    check! { of_node(&product) at 0.3, 1.2; }
}

#[derive(Clone, Copy)]
enum Activation {
    Relu,
    Leaky(f64),
    Swish { beta: f64 },
    Polynomial([f64; 3]),
}

#[differentiable]
fn scaled(x: f64, #[constant] by: &f64) -> f64 {
    by * x
}

#[differentiable]
fn horner(#[constant] c: &[f64], x: f64) -> f64 {
    let mut y = 0.0;
    for a in c.iter().rev() {
        y = y * x + a;
    }
    y
}

#[differentiable]
impl Activation {
    fn apply(#[constant] &self, x: f64) -> f64 {
        match self {
            Self::Relu => x.max(0.0),
            Self::Leaky(a) => {
                if x > 0.0 {
                    x
                } else {
                    scaled(x, a)
                }
            }
            Self::Swish { beta } => x / (1.0 + (-beta * x).exp()),
            Self::Polynomial(c) => horner(c, x),
        }
    }
}

struct Layer {
    weight: f64,
    act: Activation,
    skip: Option<Activation>,
}

#[differentiable]
fn net(x: f64, #[constant] layers: &[Layer]) -> f64 {
    let mut h = x;
    for layer in layers {
        let before = h;
        h = match (&layer.act, &layer.skip) {
            (Activation::Polynomial(c), None) => horner(c, layer.weight * h) + before,
            (act, Some(skip)) => act.apply(layer.weight * h) + skip.apply(before),
            (act, _) => act.apply(layer.weight * h),
        };
        if let Some(skip) = &layer.skip
            && let Activation::Polynomial(c) = skip
        {
            h *= horner(&c[1..], h);
        }
    }
    h
}

#[test]
fn layers_of_a_network() {
    let layer = |weight, act, skip| Layer { weight, act, skip };
    let polynomial = Activation::Polynomial([0.3, -0.5, 0.25]);
    let layers = [
        layer(0.7, Activation::Swish { beta: 1.5 }, None),
        layer(-1.2, Activation::Leaky(0.1), Some(Activation::Relu)),
        layer(0.4, polynomial, None),
        layer(0.9, Activation::Relu, Some(polynomial)),
    ];
    check! { net(&layers) at 0.6, -0.8; }
}

enum List {
    Cons(f64, Box<List>),
    Nil,
}

#[differentiable]
fn polynomial(x: f64, #[constant] list: &List) -> f64 {
    match list {
        List::Cons(c, rest) => c + x * polynomial(x, rest),
        List::Nil => 0.0,
    }
}

#[test]
fn a_linked_list() {
    let list = [0.5, -1.0, 2.0].into_iter().fold(List::Nil, |rest, c| List::Cons(c, Box::new(rest)));
    check! { polynomial(&list) at 0.7; }
}

#[differentiable]
fn sum_of(x: f64, #[constant] list: &[Tree]) -> f64 {
    let mut sum = 0.0;
    for tree in list {
        sum += of_tree(x, tree) * x;
    }
    sum
}

#[differentiable]
fn product_of(x: f64, #[constant] list: &[Tree]) -> f64 {
    list.iter().map(|tree| of_tree(x, tree)).product()
}

enum Tree {
    Leaf(f64),
    Sum(Vec<Tree>),
    Product { list: Vec<Tree>, scale: [f64; 2] },
}

/// Functions that call each other, several times each: the size of the tape is no constant, and that is found at once.
#[differentiable]
fn of_tree(x: f64, #[constant] tree: &Tree) -> f64 {
    match tree {
        Tree::Leaf(c) => c * x,
        Tree::Sum(list) => sum_of(x, list),
        Tree::Product { list, scale } => {
            scale[0] * product_of(x, list) + scale[1] * sum_of(x, &list[1..]) + product_of(x, &list[..1])
        }
    }
}

#[test]
fn functions_that_call_each_other() {
    let leaves = || vec![Tree::Leaf(0.5), Tree::Leaf(-1.5), Tree::Leaf(2.0)];
    let tree = Tree::Product { list: vec![Tree::Sum(leaves()), Tree::Leaf(0.7)], scale: [0.5, 1.5] };
    check! { of_tree(&tree) at 0.7; }
}

/// A tree without a derive, which no tape keeps.
enum Formula {
    X,
    Named(String),
    Number(f64),
    Sum(Vec<Formula>),
    Times { left: Box<Formula>, right: Box<Formula> },
}

#[differentiable]
fn formula(#[constant] of: &Formula, x: f64) -> f64 {
    match of {
        Formula::X => x,
        Formula::Named(name) => {
            if name == "sin" {
                x.sin()
            } else {
                x.exp()
            }
        }
        Formula::Number(number) => *number,
        Formula::Sum(terms) => terms.iter().map(|term| formula(term, x)).sum::<f64>(),
        Formula::Times { left, right } => formula(left, x) * formula(right, x),
    }
}

/// The reverse half builds them again.
#[differentiable]
fn of_local_trees(x: f64, #[constant] weight: f64) -> f64 {
    let right = Box::new(Formula::Sum(vec![Formula::X, Formula::Named("sin".to_string())]));
    let tree = Formula::Times { left: Box::new(Formula::Number(weight)), right };
    let other =
        Formula::Sum(vec![Formula::X, Formula::Times { left: Box::new(Formula::X), right: Box::new(Formula::X) }]);
    let mut sum = formula(&tree, x);
    for i in 0..3 {
        let scaled = Formula::Sum(vec![Formula::Number(weight), Formula::X]);
        sum = sum * formula(&scaled, x) + formula(&other, sum) * (i as f64);
        if sum > 50.0 {
            break;
        }
    }
    sum + formula(&Formula::Sum(vec![Formula::X, Formula::Number(2.0)]), x)
}

#[test]
fn trees_of_a_function_that_no_tape_keeps() {
    for x in [0.3, -0.8, 1.4] {
        of_local_trees::at(x, 0.7).check().unwrap();
        of_local_trees::at(x, 0.7).check_jvp().unwrap();
    }
}
