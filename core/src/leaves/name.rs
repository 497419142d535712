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
