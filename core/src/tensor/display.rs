//! Tensors as text: `Display` in nested brackets with aligned columns, `Debug` with the shape in front.
//!
//! An axis of more than eight positions shows its first and last three around `…`.

use core::fmt::{self, Debug, Display, Formatter, Write};

use super::{AnyShape, Tensor, lens};
use crate::kernels::MAX_RANK;
use crate::scalar::Element;

/// Axes up to this long are shown whole.
const WHOLE: usize = 8;
/// Positions shown at either end of a longer axis.
const EDGE: usize = 3;

/// The positions of an axis that are shown; `None` stands for the ones left out.
fn shown(len: usize) -> impl Iterator<Item = Option<usize>> {
    let (head, tail) = if len <= WHOLE { (len, len) } else { (EDGE, len - EDGE) };
    let gap = (head < tail).then_some(None);
    (0..head).map(Some).chain(gap).chain((tail..len).map(Some))
}

/// A writer that only counts characters.
struct Width(usize);

impl Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

/// Writes one element, with the precision that the user asked for.
fn element<T: Display>(out: &mut dyn Write, value: &T, precision: Option<usize>) -> fmt::Result {
    match precision {
        Some(precision) => write!(out, "{value:.precision$}"),
        None => write!(out, "{value}"),
    }
}

/// The width of the widest element shown.
fn widest<T: Display>(lens: &[usize], data: &[T], precision: Option<usize>) -> usize {
    let Some((&len, inner)) = lens.split_first() else {
        let mut width = Width(0);
        return element(&mut width, &data[0], precision).map_or(0, |()| width.0);
    };
    let pitch = inner.iter().product::<usize>();
    let width = |i: usize| widest(inner, &data[i * pitch..], precision);
    shown(len).flatten().map(width).max().unwrap_or(0)
}

/// Writes `data` in nested brackets, one row a line.
fn nested<T: Display>(f: &mut Formatter<'_>, lens: &[usize], data: &[T], width: usize, depth: usize) -> fmt::Result {
    let Some((&len, inner)) = lens.split_first() else {
        let mut own = Width(0);
        element(&mut own, &data[0], f.precision())?;
        write!(f, "{:1$}", "", width.saturating_sub(own.0))?;
        let precision = f.precision();
        return element(f, &data[0], precision);
    };
    let pitch = inner.iter().product::<usize>();
    f.write_char('[')?;
    for (nth, position) in shown(len).enumerate() {
        if nth > 0 {
            separate(f, inner.len(), depth)?;
        }
        match position {
            Some(i) => nested(f, inner, &data[i * pitch..], width, depth + 1)?,
            None => f.write_char('…')?,
        }
    }
    f.write_char(']')
}

/// Between two neighbours: a comma in a row, a new line between rows, an empty line between matrices.
fn separate(f: &mut Formatter<'_>, inner_rank: usize, depth: usize) -> fmt::Result {
    if inner_rank == 0 {
        return f.write_str(", ");
    }
    f.write_char(',')?;
    (0..inner_rank.min(2)).try_for_each(|_| f.write_char('\n'))?;
    write!(f, "{:1$}", "", depth + 1)
}

/// Nested brackets with aligned columns; `{:.3}` sets the number of digits. Long axes are cut with `…`.
///
/// ```
/// use cotangent::tensor::tensor;
///
/// assert_eq!(tensor([[1.0, 22.5], [333.0, 4.0]]).to_string(), "[[   1, 22.5],\n [ 333,    4]]");
/// ```
impl<T: Element, S: AnyShape> Display for Tensor<T, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lens = &lens::<S>(self.count_rows())[MAX_RANK - S::AXES..];
        let width = widest(lens, self.as_slice(), f.precision());
        nested(f, lens, self.as_slice(), width, 0)
    }
}

/// The shape, then the elements in nested brackets on one line. Long axes are cut with `…`.
///
/// ```
/// use cotangent::tensor::tensor;
///
/// assert_eq!(format!("{:?}", tensor([[1.0, 2.0], [3.0, 4.0]])), "Tensor(2, 2) [[1.0, 2.0], [3.0, 4.0]]");
/// ```
impl<T: Element, S: AnyShape> Debug for Tensor<T, S> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let lens = &lens::<S>(self.count_rows())[MAX_RANK - S::AXES..];
        f.write_str("Tensor(")?;
        for (axis, len) in lens.iter().enumerate() {
            f.write_str(if axis == 0 { "" } else { ", " })?;
            Display::fmt(len, f)?;
        }
        f.write_str(") ")?;
        flat(f, lens, self.as_slice())
    }
}

/// Writes `data` in nested brackets on one line.
fn flat<T: Debug>(f: &mut Formatter<'_>, lens: &[usize], data: &[T]) -> fmt::Result {
    let Some((&len, inner)) = lens.split_first() else {
        return data[0].fmt(f);
    };
    let pitch = inner.iter().product::<usize>();
    f.write_char('[')?;
    for (nth, position) in shown(len).enumerate() {
        f.write_str(if nth == 0 { "" } else { ", " })?;
        match position {
            Some(i) => flat(f, inner, &data[i * pitch..])?,
            None => f.write_char('…')?,
        }
    }
    f.write_char(']')
}
