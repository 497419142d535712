//! The whole search, on few programs. It takes minutes to compile, so it runs only when asked: `cargo test --release -p
//! cotangent-random-programs -- --ignored`.

use std::path::{Path, PathBuf};

use cotangent_random_programs::rewrite::Change;
use cotangent_random_programs::search::{Options, Report, search};
use cotangent_random_programs::weights::Weights;

fn run(name: &str, programs: u64, changes: &str) -> Report {
    run_rewritten(name, programs, changes, &[])
}

fn run_rewritten(name: &str, programs: u64, changes: &str, rewrites: &[&str]) -> Report {
    let mut weights = Weights::default();
    weights.set(changes).expect("there are such constructs");
    let options = Options {
        programs,
        first: 0,
        seed: 1,
        batch: 50,
        inputs: 4,
        threads: 2,
        shrink: 1,
        rewrites: rewrites.len() as u64,
        changes: Change::named(&rewrites.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()),
        quick: false,
        second: true,
        release: true,
        weights,
        folder: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(Path::new(name)),
    };
    search(&options, |line| println!("{line}")).expect("the library builds")
}

#[test]
#[ignore = "takes minutes"]
fn a_wrong_rule_is_found_and_its_program_made_small() {
    for (rule, kind) in [("planted", "gradient"), ("planted_forward", "tangent"), ("planted_second", "hessian")] {
        let report = run(rule, 6, &format!("{rule}=60"));
        assert_eq!(report.invalid, []);
        let small = report.findings.iter().find(|finding| finding.small).expect("it is found");
        assert_eq!(small.failure.kind, kind);
        assert!(small.program.contains(&format!(".{rule}()")), "{}", small.program);
        assert!(small.program.lines().count() <= 5, "{}", small.program);
    }
}

#[test]
#[ignore = "takes minutes"]
fn a_rewrite_that_loses_a_derivative_is_found() {
    let report = run_rewritten("planted_rewrite", 6, "", &["planted"]);
    assert_eq!(report.invalid, []);
    let tally = report.rewritten["planted"];
    assert!(tally.wrong > 0 && tally.right <= tally.wrong, "{tally:?}");
    let kinds = report.findings.iter().filter(|finding| finding.change.is_some()).map(|finding| &*finding.failure.kind);
    assert!(kinds.into_iter().all(|kind| kind == "gradient"));
}
