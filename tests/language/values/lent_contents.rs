//! The content of an `Option` or a `Result` that is changed in its place, or lent: `&mut x`, `ref mut`, `as_mut`, `as_ref`.

use cotangent::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    stiffness: f64,
    ends: [f64; 2],
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    gain: f64,
    mean: Option<f64>,
    seen: Option<Vec<f64>>,
    spring: Option<Spring>,
}

#[differentiable]
impl State {
    fn smooth(&mut self, x: f64) -> f64 {
        if let Some(mean) = &mut self.mean {
            *mean = *mean + self.gain * (x - *mean);
        } else {
            self.mean = Some(x);
        }
        if let Some(seen) = self.seen.as_mut() {
            seen.push(x * x);
        }
        self.mean.unwrap_or(x)
    }

    fn by_ref_mut(&mut self, x: f64) {
        if let Some(ref mut mean) = self.mean {
            *mean *= x;
        }
        match self.mean {
            Some(ref mut mean) if *mean > 0.0 => *mean += x,
            Some(_) | None => {}
        }
    }

    fn parts(&mut self, x: f64) -> f64 {
        match &mut self.seen {
            Some(seen) => seen[0] *= x,
            None => (),
        }
        let Some(seen) = &mut self.seen else { return x };
        for one in seen.iter_mut() {
            *one *= 1.5;
        }
        if let Some(spring) = &mut self.spring {
            spring.stiffness *= x;
            spring.ends[1] += spring.stiffness * x;
            if x > 100.0 {
                return spring.stiffness;
            }
        }
        if let Some(Spring { stiffness, ends: [a, b] }) = &mut self.spring {
            *stiffness += *a;
            *b *= *stiffness;
        }
        if let Some(spring) = self.spring.as_mut() {
            spring.stiffness = spring.stiffness.sin();
            let first = spring.ends[0];
            spring.ends = [first * spring.stiffness, 2.0 * first];
        }
        self.spring.as_ref().map_or(0.0, |spring| spring.stiffness * spring.ends[0] * spring.ends[1])
    }

    fn unwrapped(&mut self, x: &[f64]) -> f64 {
        self.seen = Some(x.to_vec());
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += self.gain * self.seen.as_ref().unwrap()[i];
        }
        self.seen.as_mut().unwrap()[0] *= sum;
        self.seen.as_mut().unwrap().push(sum);
        self.spring.as_mut().unwrap().stiffness *= sum;
        sum
    }

    fn read(&self) -> f64 {
        let seen = self.seen.as_ref().unwrap();
        let spring = self.spring.as_ref().expect("a spring");
        let mapped = self.spring.as_ref().map(|spring| spring.ends[0] * spring.stiffness).unwrap_or(1.0);
        let squared = self.mean.as_ref().map_or(1.0, |mean| mean * mean);
        let second = self.seen.as_deref().map_or_else(|| 0.0, |seen| seen[1]);
        seen[0] * spring.stiffness + mapped * squared + second
    }

    fn asked(&self) -> Option<f64> {
        let twice = self.spring.as_ref().map(|spring| spring.stiffness * 2.0)?;
        let seen = self.seen.as_ref()?;
        let spring = self.spring.as_ref()?;
        let longest = self.seen.as_ref().and_then(|seen| if seen.len() > 2 { Some(seen[2]) } else { None });
        Some(twice * seen[0] * spring.stiffness + longest.unwrap_or(1.0))
    }
}

#[differentiable]
fn of_a_state(p: [f64; 3], has_a_mean: bool, x: f64) -> f64 {
    let mut state = State {
        gain: p[0],
        mean: if has_a_mean { Some(p[1]) } else { None },
        seen: Some(vec![p[1] * x]),
        spring: Some(Spring { stiffness: p[2], ends: [x, p[0]] }),
    };
    let smooth = state.smooth(x) * state.smooth(2.0 * x);
    state.by_ref_mut(x);
    let parts = state.parts(x);
    let unwrapped = state.unwrapped(&[x, p[0] * x]);
    smooth * parts + unwrapped * state.read() + state.asked().unwrap_or(0.0) * state.mean.unwrap_or(1.0)
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let mut growing = Some(x * 2.0);
    let mut checked: Result<f64, String> = Ok(x);
    let mut best: Option<(f64, usize)> = None;
    for i in 0..4 {
        let v = (x * f64::from(i)).sin();
        match &mut best {
            Some((largest, at)) if v > *largest => {
                *largest = v;
                *at = 2;
            }
            Some(_) => {}
            None => best = Some((v, 1)),
        }
        if let Some(v) = growing.as_mut() {
            *v += x * *v;
            if *v > 1e6 {
                break;
            }
        }
        if let Ok(v) = &mut checked {
            *v *= x;
        }
    }
    let (largest, at) = best.unwrap();
    growing.unwrap_or(0.0) * checked.unwrap() + largest * at as f64
}

#[differentiable]
fn grow(state: &mut Option<f64>, x: f64) {
    if let Some(value) = state {
        *value *= x;
    }
    if let Some(ref mut value) = *state {
        *value += x;
    }
}

#[differentiable]
fn of_a_parameter(x: f64) -> f64 {
    let mut some = Some(x);
    grow(&mut some, x * 2.0);
    let mut none = None;
    grow(&mut none, x);
    some.unwrap() + none.unwrap_or(x)
}

/// A copy of the whole is none of its content.
#[differentiable]
fn after_an_assignment(x: f64, y: f64) -> f64 {
    let mut state = Some(x * y);
    let product = state.unwrap() * y;
    state = Some(product);
    if let Some(value) = &mut state {
        *value *= x;
    }
    let value = state.as_mut().unwrap();
    *value += product;
    *state.as_mut().unwrap() *= y;
    let before = state.unwrap();
    *state.as_mut().unwrap() += before * x;
    while let Some(value) = &mut state {
        *value *= 1.5;
        if *value > 40.0 {
            break;
        }
    }
    state.unwrap() * before
}

/// The name of a value is that of a reference in a later pattern.
#[differentiable]
fn shadowed(x: f64, o: [f64; 2]) -> f64 {
    let v = x.sin();
    let mut best = (x, 0);
    let some = Some(x * 2.0);
    if x > 0.0 {
        best = (v, 2);
    }
    for v in &o {
        best.0 += *v;
    }
    if let Some(v) = &some {
        best.0 *= *v;
    }
    best.0 * v * best.1 as f64
}

#[test]
fn the_content_keeps_its_cotangent() {
    for has_a_mean in [true, false] {
        both_modes!(of_a_state([0.3, 0.7, 0.9], has_a_mean, 1.5));
    }
    both_modes!(in_a_loop(0.7));
    both_modes!(of_a_parameter(0.7));
    both_modes!(after_an_assignment(0.7, 1.2));
    both_modes!(shadowed(0.7, [0.5, 2.0]));
}

#[differentiable]
fn grow_by(x: &mut f64, by: f64) {
    *x *= by;
}

#[differentiable]
fn lent_to_a_function(x: f64, y: f64) -> f64 {
    let mut some = Some(x);
    if let Some(inside) = &mut some {
        grow_by(inside, y);
        *inside *= y;
    }
    some.unwrap()
}

#[differentiable]
fn changed_in_a_condition(x: f64, y: f64) -> f64 {
    let mut pair = [x, y];
    if match pair {
        [ref mut first, _] => {
            *first = 2.0 * y;
            true
        }
    } {
        pair[0] * y * x
    } else {
        x
    }
}

#[test]
fn patterns_lend() {
    both_modes!(lent_to_a_function(0.7, 1.2));
    both_modes!(changed_in_a_condition(0.7, 1.2));
}

/// What a reference to an element of a list that changes leads to.
#[differentiable]
fn read_through_references(x: f64, y: f64) -> f64 {
    let mut all = [Some(x), None, Some(y)];
    all[1] = Some(x * y);
    let mut sum = 1.0;
    for each in all.iter() {
        if let Some(v) = each {
            sum += *v * *v;
        }
        match each {
            Some(v) => {
                let k = v;
                sum *= *k;
            }
            None => {}
        }
    }
    sum
}

#[test]
fn contents_of_elements_that_are_read_through_references() {
    for (x, y) in [(0.7, 1.3), (1.6, 0.4)] {
        read_through_references::at(x, y).check().unwrap();
        read_through_references::at(x, y).check_jvp().unwrap();
        read_through_references::at(x, y).check_hvp().unwrap();
    }
}
