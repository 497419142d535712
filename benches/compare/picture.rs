//! The picture: how long each workload takes, measured by what is done by hand.

use std::error::Error;
use std::path::Path;

use cotangent::prelude::*;
use plotters::prelude::*;

use crate::table::Row;

/// Two bars for each workload, generated code and value only; by hand is 1.
pub fn draw(file: &Path, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let relative = |way: usize| rows.iter().map(move |row| row.times[way] / row.times[0]);
    let top = relative(1).fold(1.0, f64::max) * 1.1;
    let area = SVGBackend::new(file, (720, 360)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(30)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..f64::from_usize(rows.len()), 0.0..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(rows.len() * 2 + 1)
        .x_label_formatter(&|x| {
            let row = rows.iter().enumerate().find(|(i, _)| (x - f64::from_usize(*i) - 0.5).abs() < 1e-9);
            row.map_or(String::new(), |(_, row)| row.name.into())
        })
        .y_desc("time, by hand = 1")
        .draw()?;
    for (way, left, colour, label) in [(1, 0.12, BLUE.mix(0.7), "generated"), (2, 0.52, BLACK.mix(0.25), "value only")]
    {
        let bar = move |(i, height): (usize, f64)| {
            let x = f64::from_usize(i) + left;
            Rectangle::new([(x, 0.0), (x + 0.36, height)], colour.filled())
        };
        chart
            .draw_series(relative(way).enumerate().map(bar))?
            .label(label)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled()));
    }
    chart.draw_series(LineSeries::new([(0.0, 1.0), (f64::from_usize(rows.len()), 1.0)], BLACK))?;
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK.mix(0.3)).draw()?;
    area.present()?;
    Ok(())
}
