//! A model as a table of its leaves.

use core::fmt::{self, Debug, Display, Formatter, Write};

use super::{Leaf, Leaves, of_any_type};

/// A table of the leaves of a model: their names, number types and shapes, how many numbers and bytes they hold, and
/// the sums.
///
/// ```
/// use cotangent::leaves::summary;
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Dense { w: Matrix<f32, 3, 2>, b: Vector<f32, 2> }
///
/// #[derive(Differentiable)]
/// struct Model { layers: [Dense; 1], scale: f64 }
///
/// let dense = Dense { w: Matrix::zeros(), b: Vector::zeros() };
/// assert_eq!(summary(&Model { layers: [dense], scale: 1.0 }).to_string(), "\
/// leaf        type  shape      numbers       bytes
/// layers.0.w  f32   [3, 2]           6          24
/// layers.0.b  f32   [2]              2           8
/// scale       f64   []               1           8
/// 3 leaves                           9          40
/// ");
/// ```
pub const fn summary<M: Leaves>(model: &M) -> Summary<'_, M> {
    Summary(model)
}

/// The displayable result of [`summary`].
#[derive(Debug)]
pub struct Summary<'m, M>(&'m M);

impl<M: Leaves> Display for Summary<'_, M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (model, leaves) = (self.0, self.0.leaf_count());
        let total = format_args!("{leaves} leaves");
        let longest = |text: &dyn Fn(usize) -> usize, least| (0..leaves).map(text).fold(least, usize::max);
        let names = longest(&|i| length(format_args!("{}", model.leaf_name(i))), length(total).max(4));
        let shapes = longest(&|i| length(format_args!("{:?}", model.leaf_shape(i))), 5);
        let mut row =
            |name: fmt::Arguments<'_>, ty: &str, shape: fmt::Arguments<'_>, [numbers, bytes]: [&dyn Display; 2]| {
                padded(f, name, names)?;
                write!(f, "  {ty:4}  ")?;
                padded(f, shape, shapes)?;
                writeln!(f, "  {numbers:>10}  {bytes:>10}")
            };
        row(format_args!("leaf"), "type", format_args!("shape"), [&"numbers", &"bytes"])?;
        let mut all = 0;
        for i in 0..leaves {
            let leaf = model.leaf(i);
            let (ty, bytes) = of(leaf);
            all += bytes;
            let (name, shape) = (model.leaf_name(i), model.leaf_shape(i));
            row(format_args!("{name}"), ty, format_args!("{shape:?}"), [&leaf.len(), &bytes])?;
        }
        row(total, "", format_args!(""), [&model.parameter_count(), &all])
    }
}

/// The type of the numbers, and how many bytes they take.
fn of(leaf: Leaf<'_>) -> (&'static str, usize) {
    fn name<T>(_: &[T]) -> &'static str {
        let name = core::any::type_name::<T>();
        name.rsplit("::").next().unwrap_or(name)
    }
    of_any_type!(Leaf, leaf, numbers => (name(numbers), size_of_val(numbers)))
}

/// Writes a text, and spaces up to a width.
fn padded(f: &mut Formatter<'_>, text: fmt::Arguments<'_>, width: usize) -> fmt::Result {
    f.write_fmt(text)?;
    write!(f, "{:1$}", "", width - length(text))
}

/// The length of a text.
fn length(text: fmt::Arguments<'_>) -> usize {
    struct Counter(usize);
    impl Write for Counter {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.chars().count();
            Ok(())
        }
    }
    let mut counter = Counter(0);
    counter.write_fmt(text).map_or(0, |()| counter.0)
}
