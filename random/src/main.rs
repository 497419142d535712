//! The command line: see the README.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use cotangent_random_programs::command::{run, target, yes};
use cotangent_random_programs::evaluate::Outcome;
use cotangent_random_programs::generate;
use cotangent_random_programs::rewrite::Change;
use cotangent_random_programs::search::{Options, judge_one, search};
use cotangent_random_programs::source::text;
use cotangent_random_programs::weights::Weights;

const USAGE: &str = "\
random programs, their derivatives against dual numbers

    --programs N   how many (100)
    --seed N       programs and inputs are determined by it (1)
    --first N      the number of the first program (0)
    --set a=1,b=0  weights of constructs; 0 switches one off
    --rewrites N   judges each program in N rewritten forms too (0)
    --rewrite NAME only rewrites whose names begin so; may stand several times
    --quick yes    values and gradients alone, in debug: many more programs a minute
    --continue yes the first program is the one after the last that was tried with this seed
    --census yes   prints in how many of the right programs each construct is
    --second no    without second derivatives
    --release no   in debug alone
    --batch N      programs in one crate (50)
    --inputs N     inputs for each program (4)
    --threads N    crates compiled at once (all processors)
    --shrink N     failures of one kind that are made smaller (1)
    --folder PATH  where generated crates go (target/random-programs)
    --show N       only prints a program
    --file PATH    judges the program in a file, and makes it smaller if it is wrong
    --weights      prints all constructs and their weights";

fn main() -> ExitCode {
    run(USAGE, command)
}

fn command(mut arguments: impl Iterator<Item = String>) -> Result<ExitCode, String> {
    let mut options = Options {
        programs: 100,
        first: 0,
        seed: 1,
        batch: 50,
        inputs: 4,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        shrink: 1,
        rewrites: 0,
        changes: Vec::new(),
        quick: false,
        second: true,
        release: true,
        weights: Weights::default(),
        folder: target("random-programs"),
    };
    let (mut show, mut file, mut rewrites) = (None, None, Vec::new());
    let (mut goes_on, mut census) = (false, false);
    while let Some(argument) = arguments.next() {
        if argument == "--weights" {
            println!("{}", options.weights);
            return Ok(ExitCode::SUCCESS);
        }
        let value = arguments.next().ok_or_else(|| format!("`{argument}` needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
        let small = || value.parse::<usize>().map_err(|_| format!("`{value}` is not a number"));
        match argument.as_str() {
            "--programs" => options.programs = number()?,
            "--first" => options.first = number()?,
            "--seed" => options.seed = number()?,
            "--rewrites" => options.rewrites = number()?,
            "--rewrite" => rewrites.push(value),
            "--quick" => options.quick = yes(&value)?,
            "--continue" => goes_on = yes(&value)?,
            "--census" => census = yes(&value)?,
            "--second" => options.second = yes(&value)?,
            "--release" => options.release = yes(&value)?,
            "--batch" => options.batch = number()?.max(1),
            "--inputs" => options.inputs = number()?,
            "--threads" => options.threads = small()?.max(1),
            "--shrink" => options.shrink = small()?,
            "--set" => options.weights.set(&value)?,
            "--folder" => options.folder = PathBuf::from(value),
            "--show" => show = Some(number()?),
            "--file" => file = Some(value),
            _ => return Err(format!("there is no option `{argument}`")),
        }
    }
    options.changes = Change::named(&rewrites);
    if let Some(number) = show {
        print!("{}", text(&generate::program(options.seed, number, &options.weights)));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(path) = file {
        return judge_file(&options, &path);
    }
    judge_many(options, goes_on, census)
}

/// Judges the programs of a seed, from where the last search stopped if it `goes_on`.
fn judge_many(mut options: Options, goes_on: bool, census: bool) -> Result<ExitCode, String> {
    let last = options.folder.join(format!("seed-{}", options.seed));
    if goes_on {
        options.first = fs::read_to_string(&last).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    }
    println!("programs from {} of seed {}", options.first, options.seed);
    let report = search(&options, |line| println!("{line}"))?;
    if goes_on {
        let next = (options.first + options.programs).to_string();
        fs::write(&last, next).map_err(|error| format!("{}: {error}", last.display()))?;
    }
    if census {
        print!("{}", report.census);
    }
    if options.rewrites > 0 {
        print!("{report}");
    }
    println!(
        "{} right, {} discarded, {} invalid, {} wrong",
        report.right,
        report.discarded,
        report.invalid.len(),
        report.findings.len()
    );
    Ok(if report.findings.is_empty() && report.invalid.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn judge_file(options: &Options, path: &str) -> Result<ExitCode, String> {
    let source = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let program = syn::parse_file(&source).map_err(|error| format!("{path}: {error}"))?;
    let compiler = options.compiler()?;
    let evaluator = options.evaluator(compiler, "file".to_owned());
    let (outcome, small) = judge_one(&evaluator, &program);
    println!("{outcome:?}");
    if let Outcome::Wrong(_) = outcome {
        print!("{}", text(&small));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
