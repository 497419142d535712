//! Logs of runs: what is written is read, runs go on where they stopped, and no file makes them panic or loses what it holds.

use std::fs;

use cotangent::log::{Error, Log, Records};

use super::scratch::Scratch;

const COLUMNS: [&str; 2] = ["loss", "rate"];

/// The numbers of rows that both forms keep to the bit.
const NUMBERS: [f64; 8] = [0.1, -0.0, 1e300, 5e-324, 1.0 / 3.0, f64::MAX, -1e-7, 3.0];

#[test]
fn what_is_written_is_read() {
    for extension in ["csv", "jsonl", "ndjson"] {
        let file = Scratch::named(extension);
        let mut log = Log::create(file.path(), COLUMNS).unwrap();
        for (step, x) in (0..).step_by(3).zip(NUMBERS) {
            log.write(step, [x, -x]).unwrap();
        }
        let records = Records::read(file.path()).unwrap();
        assert_eq!(records.columns, COLUMNS);
        assert_eq!(records.steps, (0..8).map(|i| 3 * i).collect::<Vec<_>>());
        let bits = |name| records.column(name).unwrap().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits("loss"), NUMBERS.map(f64::to_bits));
        assert_eq!(bits("rate"), NUMBERS.map(|x| (-x).to_bits()));
    }
}

#[test]
fn rows_are_lines_of_other_programs() {
    let (csv, json) = (Scratch::named("csv"), Scratch::named("jsonl"));
    for file in [&csv, &json] {
        let mut log = Log::create(file.path(), ["loss", "norm of x"]).unwrap();
        log.write(0, [0.5, f64::NAN]).unwrap();
        log.write(7, [f64::INFINITY, 1e-9]).unwrap();
    }
    assert_eq!(fs::read_to_string(csv.path()).unwrap(), "step,loss,norm of x\n0,0.5,NaN\n7,inf,1e-9\n");
    let expected = "{\"step\":0,\"loss\":0.5,\"norm of x\":null}\n{\"step\":7,\"loss\":null,\"norm of x\":1e-9}\n";
    assert_eq!(fs::read_to_string(json.path()).unwrap(), expected);
    assert!(Records::read(json.path()).unwrap().values[0][1].is_nan());
    assert_eq!(Records::read(csv.path()).unwrap().values[0], [0.5, f64::INFINITY]);

    // With the spaces that others write.
    fs::write(json.path(), "{\"step\": 0, \"a\": 1.5}\n{\"step\": 2, \"a\": null}\r\n").unwrap();
    assert_eq!(Records::read(json.path()).unwrap().steps, [0, 2]);
}

#[test]
fn a_run_goes_on_at_any_step() {
    for extension in ["csv", "jsonl"] {
        let file = Scratch::named(extension);
        let mut log = Log::resume(file.path(), COLUMNS, 0).unwrap(); // there is none
        for step in 0..10 {
            log.write(step, [step as f64, 0.0]).unwrap();
        }
        let whole = fs::read_to_string(file.path()).unwrap();
        for step in [0, 4, 9, 10, 99] {
            // Killed in the middle of a row.
            fs::write(file.path(), format!("{whole}{}", &whole.lines().last().unwrap()[..3])).unwrap();
            let mut log = Log::resume(file.path(), COLUMNS, step).unwrap();
            for step in step..10 {
                log.write(step, [step as f64, 0.0]).unwrap();
            }
            assert_eq!(fs::read_to_string(file.path()).unwrap(), whole, "{extension} from {step}");
            assert_eq!(log.write(9, [0.0; 2]), Err(Error::Step { step: 9, last: 9 }));
        }
    }
}

#[test]
fn a_head_that_was_begun_is_written_anew() {
    for (extension, begun) in [("csv", "step,lo"), ("jsonl", "{\"step\":0,\"lo"), ("jsonl", "{\"st"), ("csv", "")] {
        let file = Scratch::named(extension);
        fs::write(file.path(), begun).unwrap();
        Log::resume(file.path(), COLUMNS, 5).unwrap().write(5, [1.0, 2.0]).unwrap();
        assert_eq!(Records::read(file.path()).unwrap().steps, [5]);
    }
}

/// Each is refused with what was found, and is then as it was.
#[test]
fn what_is_no_log_of_the_run_stays() {
    for (extension, text, line) in [
        ("csv", "a recipe for bread", Some(1)),
        ("csv", "a recipe\nfor bread\n", Some(1)),
        ("csv", "step,loss,rate\n0,1,2\n1,1\n", Some(3)),
        ("csv", "step,loss,rate\n0,1,2\n\n", Some(3)),
        ("csv", "step,loss,rate\n5,1,2\n5,1,2\n", Some(3)),
        ("csv", "step,loss,rate\n-1,1,2\n", Some(2)),
        ("csv", "step,rate,loss\n0,1,2\n", None),
        ("csv", "step,loss\n", None),
        ("jsonl", "bread", Some(1)),
        ("jsonl", "{\"loss\":1}\n", Some(1)),
        ("jsonl", "{\"step\":0,\"loss\":1,\"rate\":\"x\"}\n", Some(1)),
        ("jsonl", "{\"step\":0,\"loss\":1,\"rate\":2}\n{\"step\":1,\"rate\":1,\"loss\":2}\n", Some(2)),
        ("jsonl", "{}\n", Some(1)),
        ("jsonl", "{\"step\":0,\"loss\":1}\n", None),
    ] {
        let file = Scratch::named(extension);
        fs::write(file.path(), text).unwrap();
        match (Log::resume(file.path(), COLUMNS, 1).unwrap_err(), line) {
            (Error::Row { line: found, .. }, Some(line)) => assert_eq!(found, line, "{text:?}"),
            (Error::Columns { expected, .. }, None) => assert_eq!(expected, COLUMNS),
            (error, _) => panic!("{text:?}: {error}"),
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
    }
    let file = Scratch::named("csv");
    fs::write(file.path(), [0xff, 0xfe, b'\n']).unwrap();
    assert!(matches!(Records::read(file.path()), Err(Error::File { .. })));
}

#[test]
fn names_and_paths_are_refused() {
    let file = Scratch::named("csv");
    for name in ["", "step", "a,b", "a\"", "a\\", "a\nb"] {
        assert_eq!(Log::create(file.path(), [name]).unwrap_err(), Error::Column { name: name.into() });
    }
    assert_eq!(Log::create(file.path(), ["a", "a"]).unwrap_err(), Error::Column { name: "a".into() });
    assert!(!file.path().exists());
    assert!(matches!(Log::create("run", COLUMNS), Err(Error::Extension { .. })));
    let missing = file.path().join("run.csv");
    assert!(matches!(Log::create(&missing, COLUMNS), Err(Error::File { .. })));
    assert!(matches!(Log::resume(&missing, COLUMNS, 0), Err(Error::File { .. })));

    Log::create(file.path(), COLUMNS).unwrap();
    let error = Records::read(file.path()).unwrap().column("loss ").unwrap_err();
    assert_eq!(error.to_string(), "the log has no column `loss `, it has [\"loss\", \"rate\"]");
}

#[cfg(feature = "report")]
#[test]
fn a_picture_has_a_panel_for_each_column() {
    use cotangent::report::{Scale, plot};

    let picture = Scratch::named("svg");
    let mut records = Records {
        columns: vec!["loss".into(), "rate".into()],
        steps: (0..1000).collect(),
        values: vec![(0..1000).map(|i| 1.0 / (1 + i) as f64).collect(), vec![0.5; 1000]],
    };
    plot(picture.path(), &records, &[("loss", Scale::Log), ("rate", Scale::Linear)]).unwrap();
    let text = fs::read_to_string(picture.path()).unwrap();
    assert!(text.contains("loss") && text.contains("rate") && text.contains("step") && text.ends_with("</svg>\n"));

    // Nothing to draw is no reason to stop a run.
    records.values = vec![vec![f64::NAN; 1000], vec![-1.0; 1000]];
    plot(picture.path(), &records, &[("loss", Scale::Linear), ("rate", Scale::Log)]).unwrap();
    plot(picture.path(), &records, &[]).unwrap();
    let nothing = Records { columns: vec!["loss".into()], steps: vec![], values: vec![vec![]] };
    plot(picture.path(), &nothing, &[("loss", Scale::Log)]).unwrap();

    let error = plot(picture.path(), &records, &[("gain", Scale::Log)]).unwrap_err();
    assert_eq!(error, Error::NoColumn { name: "gain".into(), found: records.columns.clone() });
    let nowhere = picture.path().join("a.svg");
    assert!(matches!(plot(nowhere, &records, &[("loss", Scale::Log)]), Err(Error::File { .. })));
}
