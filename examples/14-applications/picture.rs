//! Curves and points in a file.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// Points, joined by a line or not, with a name.
pub struct Series<'a> {
    pub name: &'a str,
    pub points: Vec<(f64, f64)>,
    pub joined: bool,
}

impl<'a> Series<'a> {
    pub fn line(name: &'a str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name, points: points.into_iter().collect(), joined: true }
    }

    pub fn dots(name: &'a str, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name, points: points.into_iter().collect(), joined: false }
    }
}

const COLORS: [RGBColor; 5] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(127, 127, 127),
    RGBColor(148, 103, 189),
];

/// The smallest and the largest number, with a margin.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let (low, high) = (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(f64::NEG_INFINITY, f64::max));
    let margin = 0.05 * (high - low);
    low - margin..high + margin
}

pub fn draw(file: &Path, title: &str, axes: [&str; 2], series: &[Series]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(file, (560, 360)).into_drawing_area();
    area.fill(&WHITE)?;
    let all = || series.iter().flat_map(|series| series.points.iter());
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(range(all().map(|(x, _)| *x)), range(all().map(|(_, y)| *y)))?;
    chart.configure_mesh().disable_mesh().x_desc(axes[0]).y_desc(axes[1]).draw()?;
    for (series, color) in series.iter().zip(COLORS) {
        let drawn = if series.joined {
            chart.draw_series(LineSeries::new(series.points.iter().copied(), color.stroke_width(2)))?
        } else {
            chart.draw_series(series.points.iter().map(|point| Circle::new(*point, 2, color.filled())))?
        };
        drawn.label(series.name).legend(move |(x, y)| Rectangle::new([(x, y - 3), (x + 12, y + 3)], color.filled()));
    }
    let labels = SeriesLabelPosition::LowerRight;
    chart
        .configure_series_labels()
        .position(labels)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
