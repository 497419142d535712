//! Names of leaves: paths of fields and positions.

use core::fmt::{self, Display, Formatter};

/// The most segments.
const MOST: usize = 16;

/// The name of a leaf: the path of fields and positions that leads to it, such as `layers.0.w`.
///
/// It is displayed on demand, so it needs no allocator.
///
/// ```
/// use cotangent::prelude::*;
///
/// let name = [(0.5_f32, 0.5_f64); 2].leaf_name(3);
/// assert_eq!(format!("{name}"), "1.1");
/// ```
#[derive(Clone, Copy)]
pub struct LeafName {
    /// Right-aligned.
    segments: [Segment; MOST],
    length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Segment {
    Field(&'static str),
    Position(usize),
}

impl LeafName {
    /// The name of the only leaf of a value: no path.
    pub const EMPTY: Self = Self { segments: [Segment::Position(0); MOST], length: 0 };

    /// The name as that of a leaf of a field.
    ///
    /// # Panics
    /// When the path has sixteen segments already.
    #[must_use]
    pub fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name))
    }

    /// The name as that of a leaf of an element of a list or tuple.
    ///
    /// # Panics
    /// When the path has sixteen segments already.
    #[must_use]
    pub fn at_position(self, position: usize) -> Self {
        self.within(Segment::Position(position))
    }

    /// Whether the name has this form: segments with dots in between, where `*` stands for any one segment and `**` for any number of them.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[derive(Differentiable)]
    /// struct Layer { weight: f64, bias: f64 }
    ///
    /// #[derive(Differentiable)]
    /// struct Model { layers: [Layer; 2] }
    ///
    /// let name = Model::zero_tangent().leaf_name(3); // `layers.1.bias`
    /// assert!(name.matches("layers.1.bias") && name.matches("layers.*.bias") && name.matches("**.bias"));
    /// assert!(!name.matches("*.bias") && !name.matches("layers.0.**"));
    /// ```
    #[must_use]
    pub fn matches(&self, pattern: &str) -> bool {
        matches(self.segments(), pattern)
    }

    fn within(mut self, outer: Segment) -> Self {
        assert!(self.length < MOST, "`{self}` is nested more than {MOST} deep");
        self.length += 1;
        self.segments[MOST - self.length] = outer;
        self
    }

    fn segments(&self) -> &[Segment] {
        &self.segments[MOST - self.length..]
    }
}

fn matches(segments: &[Segment], pattern: &str) -> bool {
    if pattern.is_empty() {
        return segments.is_empty();
    }
    let (first, rest) = pattern.split_once('.').unwrap_or((pattern, ""));
    if first == "**" {
        return (0..=segments.len()).any(|n| matches(&segments[n..], rest));
    }
    segments.split_first().is_some_and(|(segment, others)| segment.is(first) && matches(others, rest))
}

impl Segment {
    /// Whether it is this one, or any.
    fn is(self, wanted: &str) -> bool {
        wanted == "*"
            || match self {
                Self::Field(name) => name == wanted,
                Self::Position(position) => wanted.parse() == Ok(position),
            }
    }
}

impl PartialEq for LeafName {
    fn eq(&self, other: &Self) -> bool {
        self.segments() == other.segments()
    }
}

impl Eq for LeafName {}

impl Display for LeafName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, segment) in self.segments().iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "." })?;
            match segment {
                Segment::Field(name) => f.write_str(name)?,
                Segment::Position(position) => write!(f, "{position}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for LeafName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}
