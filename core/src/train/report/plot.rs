//! A log as a picture: a panel for each column, above the other.

use core::ops::Range;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use crate::train::log::{Error, Records};

/// In the middle between black and white, to be read on both.
const GREY: RGBColor = RGBColor(0x80, 0x80, 0x80);
const BLUE: RGBColor = RGBColor(0x2f, 0x81, 0xf7);

/// The parts of the steps of which a panel has the least and the largest number.
const PARTS: usize = 700;

/// How the numbers of a column are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal heights.
    Linear,
    /// Equal ratios have equal heights, as for a loss that falls by orders of magnitude. Numbers that are not positive are left out.
    Log,
}

/// Writes a picture, in SVG, of these columns of a log: one panel for each, above the other, with the step to the right.
///
/// Numbers that are not finite are gaps in the line. Of more than 1,400 rows it has the least and the largest number of each of 700 parts, so the
/// file stays small and no peak is lost. It is readable on a light and on a dark background.
///
/// # Errors
/// [`Error::NoColumn`] for a column that the log does not have, [`Error::File`] if the file cannot be written.
pub fn plot(path: impl AsRef<Path>, records: &Records, columns: &[(&str, Scale)]) -> Result<(), Error> {
    let path = path.as_ref();
    let values = columns.iter().map(|(name, _)| records.column(name)).collect::<Result<Vec<_>, _>>()?;
    draw(path, &records.steps, columns, &values)
        .map_err(|error| Error::File { path: path.display().to_string(), reason: error.to_string() })
}

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw<'a>(path: &'a Path, steps: &[u64], columns: &[(&str, Scale)], values: &[&[f64]]) -> Drawn<'a> {
    let height = u32::try_from(columns.len().max(1)).unwrap_or(u32::MAX).saturating_mul(240);
    let area = SVGBackend::new(path, (720, height)).into_drawing_area();
    for ((panel, (name, scale)), values) in area.split_evenly((columns.len().max(1), 1)).iter().zip(columns).zip(values)
    {
        let lines = lines(steps, values, *scale);
        let range = range(&lines, *scale);
        match scale {
            Scale::Linear => draw_panel(panel, name, steps, range, lines)?,
            Scale::Log => draw_panel(panel, name, steps, range.log_scale(), lines)?,
        }
    }
    area.present()
}

/// Draws lines between neighbours of one column.
fn draw_panel<'a, R>(
    panel: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
    name: &str,
    steps: &[u64],
    range: R,
    lines: Vec<Vec<(u64, f64)>>,
) -> Drawn<'a>
where
    R: AsRangedCoord<Value = f64>,
    R::CoordDescType: ValueFormatter<f64>,
{
    let first = steps.first().copied().unwrap_or(0);
    let last = steps.last().copied().unwrap_or(0).max(first + 1);
    let mut chart = ChartBuilder::on(panel)
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(first..last, range)?;
    let text = ("sans-serif", 15).into_font().color(&GREY);
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("step")
        .y_desc(name)
        .axis_style(GREY)
        .label_style(text)
        .y_label_formatter(&|value| short(*value))
        .draw()?;
    for line in lines {
        if let [alone] = line[..] {
            chart.draw_series([Circle::new(alone, 2, BLUE.filled())])?;
        }
        chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2)))?;
    }
    Ok(())
}

/// The stretches of a column without a gap, of few points.
fn lines(steps: &[u64], values: &[f64], scale: Scale) -> Vec<Vec<(u64, f64)>> {
    let shown = |value: &f64| value.is_finite() && (scale == Scale::Linear || *value > 0.0);
    let points: Vec<_> = steps.iter().copied().zip(values.iter().copied()).collect();
    points
        .split(|(_, value)| !shown(value))
        .filter(|line| !line.is_empty())
        .map(|line| few(line, points.len()))
        .collect()
}

/// A line of so many points, or of each part the least and the largest, in their order.
fn few(line: &[(u64, f64)], of: usize) -> Vec<(u64, f64)> {
    if of <= 2 * PARTS {
        return line.to_vec();
    }
    let mut few = Vec::new();
    for part in line.chunks(of.div_ceil(PARTS)) {
        let (mut least, mut largest) = (part[0], part[0]);
        for point in part {
            least = if point.1 < least.1 { *point } else { least };
            largest = if point.1 > largest.1 { *point } else { largest };
        }
        few.push(if least.0 < largest.0 { least } else { largest });
        if least.0 != largest.0 {
            few.push(if least.0 < largest.0 { largest } else { least });
        }
    }
    few
}

/// From below the least to above the largest number.
fn range(lines: &[Vec<(u64, f64)>], scale: Scale) -> Range<f64> {
    let values = || lines.iter().flatten().map(|point| point.1);
    let (least, largest) = values().fold((f64::MAX, f64::MIN), |(least, largest), x| (least.min(x), largest.max(x)));
    match scale {
        _ if least > largest => 0.1..1.0,
        Scale::Log => (0.8 * least).max(f64::MIN_POSITIVE)..(1.25 * largest).min(f64::MAX),
        Scale::Linear => {
            let room = 0.05 * (largest / 2.0 - least / 2.0).max(0.01 * largest.abs().max(1e-9));
            (least - room).max(f64::MIN)..(largest + room).min(f64::MAX)
        }
    }
}

/// A number at an axis: its first digits.
fn short(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        return std::format!("{value:.1e}");
    }
    let rounded = std::format!("{value:.4}");
    rounded.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::{PARTS, Scale, few, lines, range};

    #[test]
    fn what_cannot_be_drawn_is_a_gap() {
        let (steps, values) = ([0, 1, 2, 3, 4], [1.0, f64::NAN, 2.0, 3.0, -1.0]);
        assert_eq!(lines(&steps, &values, Scale::Linear), [&[(0, 1.0)][..], &[(2, 2.0), (3, 3.0), (4, -1.0)]]);
        assert_eq!(lines(&steps, &values, Scale::Log), [&[(0, 1.0)][..], &[(2, 2.0), (3, 3.0)]]);
    }

    #[test]
    fn few_points_have_every_peak() {
        let mut line: Vec<_> = (0..100_000).map(|step| (step, 1.0)).collect();
        line[77_777].1 = 9.0;
        line[77_778].1 = -9.0;
        let few = few(&line, line.len());
        assert!(few.len() <= 2 * PARTS && few.is_sorted());
        assert!(few.contains(&(77_777, 9.0)) && few.contains(&(77_778, -9.0)));
    }

    #[test]
    fn ranges_are_never_empty() {
        for (values, scale) in [
            (&[][..], Scale::Log),
            (&[][..], Scale::Linear),
            (&[0.0][..], Scale::Linear),
            (&[5.0, 5.0][..], Scale::Linear),
            (&[5.0][..], Scale::Log),
            (&[f64::MIN, f64::MAX][..], Scale::Linear),
            (&[5e-324, f64::MAX][..], Scale::Log),
        ] {
            let line = (0..).zip(values.iter().copied()).collect();
            let range = range(&[line], scale);
            assert!(range.start < range.end, "{range:?}");
        }
    }
}
