//! Systems of differences: bounds from below on differences of integers.

/// `a >= b + least` for some pairs of numbers.
#[derive(Clone, Default)]
pub(super) struct Differences {
    bounds: Vec<(usize, usize, i64)>,
    count: usize,
}

impl Differences {
    /// Adds `a >= b + least`.
    pub fn at_least(&mut self, a: usize, b: usize, least: i64) {
        self.bounds.push((a, b, least));
        self.count = self.count.max(a + 1).max(b + 1);
    }

    /// Whether there are integers with these differences: unless a circle of bounds says that a number is larger than itself, which
    /// is when the lowest values still grow after as many rounds as there are numbers (Bellman and Ford).
    pub fn has_solution(&self) -> bool {
        let mut lowest = vec![0_i64; self.count];
        for _ in 0..=self.count {
            let mut grows = false;
            for (a, b, least) in &self.bounds {
                let bound = lowest[*b].saturating_add(*least);
                if lowest[*a] < bound {
                    (lowest[*a], grows) = (bound, true);
                }
            }
            if !grows {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Differences;

    #[test]
    fn a_circle_that_grows_has_no_solution() {
        let mut system = Differences::default();
        system.at_least(0, 1, 1);
        system.at_least(1, 2, 3);
        assert!(system.has_solution());
        system.at_least(2, 0, -4);
        assert!(system.has_solution());
        system.at_least(2, 0, -3);
        assert!(!system.has_solution());
    }

    #[test]
    fn a_number_is_not_larger_than_itself() {
        let mut system = Differences::default();
        system.at_least(0, 0, 0);
        assert!(system.has_solution());
        system.at_least(0, 0, 1);
        assert!(!system.has_solution());
    }
}
