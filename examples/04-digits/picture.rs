//! The loss after each epoch, as a picture: SVG, small, readable on a light and on a dark background.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

use crate::score::Score;

/// In the middle between black and white, to be read on both.
const GREY: RGBColor = RGBColor(0x80, 0x80, 0x80);
const COLOURS: [RGBColor; 2] = [RGBColor(0x2f, 0x81, 0xf7), RGBColor(0xdb, 0x6d, 0x28)];

/// Draws two curves for each name: the loss on training digits, thin, and on test digits, thick.
pub fn draw(file: &Path, curves: &[(&str, Vec<[Score; 2]>)]) -> Result<(), Box<dyn Error>> {
    let epochs = curves.iter().map(|(_, curve)| curve.len()).max().unwrap_or(0);
    let losses = || curves.iter().flat_map(|(_, curve)| curve.iter().flatten()).map(|score| score.loss);
    let (lowest, highest) =
        losses().fold((f64::INFINITY, 0.0_f64), |(low, high), loss| (low.min(loss), high.max(loss)));

    let area = SVGBackend::new(file, (720, 400)).into_drawing_area();
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(0..epochs, (0.7 * lowest..4.0 * highest).log_scale())?;
    let text = ("sans-serif", 15).into_font().color(&GREY);
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("epoch")
        .y_desc("loss (mean cross entropy)")
        .axis_style(GREY)
        .label_style(text.clone())
        .draw()?;
    for ((name, curve), colour) in curves.iter().zip(COLOURS) {
        for (part, (of, width)) in [("training", 1), ("test", 3)].into_iter().enumerate() {
            let style = colour.stroke_width(width);
            let points = curve.iter().enumerate().map(|(epoch, scores)| (epoch + 1, scores[part].loss));
            chart
                .draw_series(LineSeries::new(points, style))?
                .label(format!("{name}, {of}"))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], style));
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .legend_area_size(32)
        .label_font(text)
        .border_style(TRANSPARENT)
        .draw()?;
    Ok(area.present()?)
}
