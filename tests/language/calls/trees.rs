//! Types that have parts of their own type, in lists: trees.

use cotangent::optim::Sgd;
use cotangent::prelude::*;
use cotangent::zero_of;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Body {
    mass: f64,
    place: [f64; 2],
    children: Vec<Body>,
}

#[differentiable]
impl Body {
    fn mass(&self) -> f64 {
        self.mass + self.children.iter().map(|child| child.mass()).sum::<f64>()
    }

    fn moment(&self, x: f64, y: f64) -> f64 {
        let (x, y) = (x + self.place[0], y + self.place[1]);
        let mut moment = self.mass * (x * x + y * y);
        for child in &self.children {
            moment += child.moment(x, y);
        }
        moment
    }
}

#[differentiable]
fn inertia(body: &Body, x: f64) -> f64 {
    body.moment(x, 0.5 * x) / body.mass()
}

fn tree() -> Body {
    let leaf = |mass| Body { mass, place: [0.5, -mass], children: vec![] };
    Body {
        mass: 1.5,
        place: [0.25, 1.0],
        children: vec![leaf(0.5), Body { children: vec![leaf(2.0), leaf(0.75)], ..leaf(1.25) }],
    }
}

#[test]
fn a_gradient_is_a_tree_of_the_same_form() {
    let tree = tree();
    assert_eq!(inertia::at(&tree, 0.75).check().unwrap().compared, 16);
    inertia::at(&tree, 0.75).check_jvp().unwrap();
    inertia::at(&tree, 0.75).check_hvp().unwrap();
    let gradient = tree.mass_grad();
    assert_eq!((gradient.children[1].children[0].mass, gradient.place), (1.0, [0.0; 2]));
    let zero = zero_of(&tree);
    assert_eq!((zero.children.len(), zero.children[1].children.len(), zero.children[0].children.len()), (2, 2, 0));
    assert!(zero != gradient);
    assert_eq!(gradient.leaf_count(), 10);
}

/// An optimizer walks the tree.
#[test]
fn trees_are_trained() {
    let mut tree = tree();
    let mut sgd = Sgd::new(0.125);
    let before = tree.mass();
    let gradient = tree.mass_grad();
    sgd.step(&mut tree, &gradient);
    assert_eq!(tree.mass(), before - 5.0 * 0.125);
}

#[derive(Differentiable, Clone, Debug)]
enum Term<T> {
    Number(T),
    Sum(Vec<Term<T>>),
    Scaled { by: T, what: Vec<Self> },
}

#[differentiable]
fn value<T: Real>(term: &Term<T>, x: T) -> T {
    match term {
        Term::Number(n) => *n * x,
        Term::Sum(all) => {
            let mut sum = T::zero();
            for one in all {
                sum += value(one, x);
            }
            sum
        }
        Term::Scaled { by, what } => *by * value(&what[0], x * x),
    }
}

/// The tree is built of active values, changed and kept.
#[differentiable]
fn built(x: f64, y: f64) -> f64 {
    let mut terms = vec![Term::Number(x), Term::Number(x * y)];
    terms.push(Term::Scaled { by: y, what: vec![Term::Number(y.sin())] });
    let sum = Term::Sum(terms);
    value(&sum, y) * x
}

#[test]
fn enums_and_generic_types() {
    built::at(0.75, 1.25).check().unwrap();
    both_modes!(built(0.75, 1.25));
}

#[differentiable]
fn grown(x: f64, n: usize) -> f64 {
    let mut root = Body { mass: x, place: [x, 1.0], children: vec![] };
    for i in 0..n {
        let child = Body { mass: x * i as f64, place: [0.5, x], children: vec![root.clone()] };
        root.children.push(child);
        root.mass *= x;
    }
    inertia(&root, x)
}

#[test]
fn trees_that_grow() {
    grown::at(0.75, 3).check().unwrap();
    both_modes!(grown(0.75, 2));
}
