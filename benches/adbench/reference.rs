//! The text files of inputs and reference values.

/// Blocks of numbers by name: a header `name rows [columns]`, then the numbers; lines that start with `#` are comments.
#[derive(Clone, Debug)]
pub struct Reference(&'static str);

impl Reference {
    /// The text of a file.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self(text)
    }

    /// The numbers of a block, row-major.
    ///
    /// # Panics
    /// If there is no such block.
    #[must_use]
    pub fn get(&self, name: &str) -> Vec<f64> {
        let mut lines = self.0.lines().skip_while(|line| line.split_whitespace().next() != Some(name)).skip(1);
        let block = lines.by_ref().take_while(|line| !line.starts_with(char::is_alphabetic) && !line.starts_with('#'));
        let numbers = numbers(block.flat_map(str::split_whitespace));
        assert!(!numbers.is_empty(), "no block `{name}`");
        numbers
    }

    /// The only number of a block.
    ///
    /// # Panics
    /// If there is no such block.
    #[must_use]
    pub fn number(&self, name: &str) -> f64 {
        self.get(name)[0]
    }
}

/// Parses words as numbers.
///
/// # Panics
/// If one is none.
pub fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> Vec<f64> {
    words.map(|word| word.parse().expect("a number")).collect()
}

/// The largest difference of two lists of numbers, relative to the largest number of the second.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let scale = b.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
    // Not `max`, which would lose a NaN.
    a.iter().zip(b).map(|(x, y)| (x - y).abs() / scale).fold(0.0, |d, x| if x <= d { d } else { x })
}

/// Fails unless the two lists agree to 1e-9 of the largest number.
///
/// # Panics
/// If they do not.
#[track_caller]
pub fn assert_close(what: &str, a: &[f64], b: &[f64]) {
    let difference = difference(a, b);
    assert!(difference < 1e-9, "{what}: {difference:e}\n{a:?}\n{b:?}");
}
