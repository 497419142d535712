//! The mutants that nothing can notice, each with the reason: `equivalent.txt`.
//!
//! A line `# reason` stands above the mutants that it explains, each a line `path: original => mutated`, as they are printed. A mutant
//! that exists several times in a source has as many lines.

use crate::tree::Mutant;

/// How a mutant is written.
pub fn line(mutant: &Mutant) -> String {
    format!("{}: {} => {}", mutant.path, mutant.original, or_nothing(&mutant.mutated))
}

fn or_nothing(text: &str) -> &str {
    if text.is_empty() { "(nothing)" } else { text }
}

/// The explained mutants.
#[derive(Clone, Debug, Default)]
pub struct Explained {
    lines: Vec<(String, String)>,
}

impl Explained {
    /// From the text of the file.
    ///
    /// # Errors
    /// If a mutant stands under no reason.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reason = None;
        let mut lines = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(new) = line.strip_prefix("# ") {
                reason = Some(new.to_owned());
            } else {
                let reason = reason.clone().ok_or_else(|| format!("no reason stands above: {line}"))?;
                lines.push((line.to_owned(), reason));
            }
        }
        Ok(Self { lines })
    }

    /// The reason why nothing notices this mutant; each line counts once.
    pub fn take(&mut self, mutant: &Mutant) -> Option<String> {
        let written = line(mutant);
        let i = self.lines.iter().position(|(line, _)| *line == written)?;
        Some(self.lines.remove(i).1)
    }

    /// Lines that explain no mutant that survived, in these sources.
    pub fn left(&self, wanted: &[String]) -> Vec<&str> {
        let lines = self.lines.iter().map(|(line, _)| line.as_str());
        lines
            .filter(|line| wanted.is_empty() || wanted.iter().any(|wanted| line.starts_with(wanted.as_str())))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant() -> Mutant {
        Mutant { path: "a.rs".into(), line: 3, original: "x + y".into(), mutated: "x - y".into() }
    }

    #[test]
    fn each_line_explains_one_mutant() {
        let text = "# nobody looks\n\na.rs: x + y => x - y\n# twice\na.rs: x + y => x - y\n";
        let mut explained = Explained::parse(text).unwrap();
        assert_eq!(explained.take(&mutant()).as_deref(), Some("nobody looks"));
        assert_eq!(explained.left(&[]), ["a.rs: x + y => x - y"]);
        assert_eq!(explained.take(&mutant()).as_deref(), Some("twice"));
        assert_eq!(explained.take(&mutant()), None);
    }

    #[test]
    fn a_mutant_without_a_reason_is_refused() {
        assert!(Explained::parse("a.rs: x + y => x - y").is_err());
    }
}
