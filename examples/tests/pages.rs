//! The book: `docs/SUMMARY.md` lists every page, and the links of all pages lead somewhere.
//!
//! Pages of the book link each other by their paths. To files outside of it they link on the web, where the book is read without them; so
//! does the README, which is also the page of the package.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
const OTHERS: [&str; 5] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "macros/README.md"];

/// The pages of the book, `docs/..`.
fn pages() -> Vec<PathBuf> {
    let folders = ["docs", "docs/applications"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(Path::new(ROOT).join(folder)).unwrap());
    let paths = files.map(|file| file.unwrap().path().strip_prefix(ROOT).unwrap().to_owned());
    paths.filter(|path| path.extension().is_some_and(|of| of == "md") && !path.ends_with("SUMMARY.md")).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// Where the links of a text lead.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let defined = prose
        .lines()
        .filter(|line| line.starts_with('[') && !line.starts_with("[^"))
        .filter_map(|line| Some(line.split_once("]: ")?.1));
    inline.chain(defined).map(ToOwned::to_owned).collect()
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with a link of a page.
fn wrong(page: &Path, link: &str, in_book: bool) -> Option<&'static str> {
    let (target, fragment) = link.split_once('#').map_or((link, None), |(target, of)| (target, Some(of)));
    let path = match target.strip_prefix(REPOSITORY) {
        Some(rest) => {
            let of_file = ["/blob/main/", "/raw/main/", "/tree/main/"].into_iter().find_map(|of| rest.strip_prefix(of));
            of_file.map(PathBuf::from)?
        }
        None if target.starts_with("http") => return None,
        None if target.is_empty() => page.to_owned(),
        None if in_book && target.starts_with("../") && !page.starts_with("docs/applications") => {
            return Some("leaves the book");
        }
        None => page.parent().unwrap_or(Path::new("")).join(target),
    };
    if !Path::new(ROOT).join(&path).exists() {
        return Some("leads nowhere");
    }
    let fragment = fragment?;
    let is_there = prose(&read(&path)).lines().any(|line| line.starts_with('#') && anchor(line) == fragment);
    (!is_there).then_some("has no such heading")
}

#[test]
fn the_summary_lists_every_page() {
    let summary = read(Path::new("docs/SUMMARY.md"));
    let mut listed: Vec<_> = links(&summary).iter().map(|link| Path::new("docs").join(link)).collect();
    let mut pages = pages();
    listed.sort();
    pages.sort();
    assert_eq!(listed, pages);
}

#[test]
fn links_lead_somewhere() {
    let others = OTHERS.iter().map(|page| (PathBuf::from(page), false));
    let mut found = Vec::new();
    let mut seen = 0;
    for (page, in_book) in pages().into_iter().map(|page| (page, true)).chain(others) {
        for link in links(&read(&page)) {
            seen += 1;
            found.extend(wrong(&page, &link, in_book).map(|how| format!("{}: {link} {how}", page.display())));
        }
    }
    assert!(seen > 50, "only {seen} links were found");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn wrong_links_are_found() {
    let page = Path::new("docs/language.md");
    assert_eq!(wrong(page, "errors.md", true), None);
    assert_eq!(wrong(page, "#casts", true), None);
    assert_eq!(wrong(page, "#no-such-heading", true), Some("has no such heading"));
    assert_eq!(wrong(page, "no-such-page.md", true), Some("leads nowhere"));
    assert_eq!(wrong(page, "../README.md", true), Some("leaves the book"));
    assert_eq!(wrong(page, &format!("{REPOSITORY}/blob/main/no-such-file"), true), Some("leads nowhere"));
}
