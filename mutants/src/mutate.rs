//! What may stand in the place of an expression: texts made of its parts.

use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprMethodCall, ExprRange, Lit, RangeLimits, UnOp};

use crate::site::Change;

/// Functions that are taken for each other.
const SWAPPED: [(&str, &str); 24] = [
    ("sin", "cos"),
    ("asin", "acos"),
    ("tan", "tanh"),
    ("atan", "asin"),
    ("sinh", "cosh"),
    ("exp", "exp_m1"),
    ("exp2", "exp"),
    ("ln", "ln_1p"),
    ("log2", "log10"),
    ("sqrt", "cbrt"),
    ("max", "min"),
    ("maximum", "minimum"),
    ("floor", "ceil"),
    ("round", "trunc"),
    ("sum", "mean"),
    ("any", "all"),
    ("first", "last"),
    ("value", "tangent"),
    ("is_some", "is_none"),
    ("math_exp", "math_exp_m1"),
    ("math_ln", "math_ln_1p"),
    ("math_sin", "math_cos"),
    ("math_erf", "math_erfc"),
    ("math_log2", "math_log10"),
];

/// Functions that are left out.
const DROPPED: [&str; 20] = [
    "abs",
    "neg",
    "sqrt",
    "recip",
    "cbrt",
    "exp",
    "ln",
    "sin",
    "cos",
    "tanh",
    "square",
    "rev",
    "skip",
    "take",
    "signum",
    "sign",
    "transpose",
    "flip",
    "filter",
    "logistic",
];

/// Functions of two operands that may change places.
const SYMMETRIC: [&str; 2] = ["times", "crate::rule::times"];

/// Functions of which the two operands change places.
const UNSYMMETRIC: [&str; 9] = ["matmul", "atan2", "powf", "copysign", "div", "sub", "rem", "rem_euclid", "zip_map"];

/// They; none if there is nothing to change. `text` is the source that the expression is from.
pub fn mutants(expression: &Expr, text: &str) -> Vec<Change> {
    let of = |part: &dyn Spanned| text[part.span().byte_range()].to_owned();
    let of_type = |texts: Vec<String>| texts.into_iter().map(Change::of_type).collect();
    let moved = |texts: Vec<String>| texts.into_iter().map(Change::moved).collect();
    match expression {
        Expr::Binary(binary) => of_type(of_two(binary, &of)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) => of_type(vec![of(&unary.expr)]),
        Expr::Lit(literal) => of_type(number(&literal.lit)),
        Expr::Path(path) if path.path.segments.len() > 1 => {
            let whole = of(path);
            let Some((of_what, constant)) = whole.rsplit_once("::") else { return Vec::new() };
            let other = match constant {
                "ZERO" => "ONE",
                "ONE" => "ZERO",
                "INFINITY" => "NEG_INFINITY",
                "NEG_INFINITY" => "INFINITY",
                _ => return Vec::new(),
            };
            vec![Change::of_type(format!("{of_what}::{other}"))]
        }
        Expr::Range(range) => of_type(one_less(range, &of)),
        Expr::Tuple(tuple) if tuple.elems.len() == 2 && of(&tuple.elems[0]) != of(&tuple.elems[1]) => {
            vec![Change::moved(format!("({}, {})", of(&tuple.elems[1]), of(&tuple.elems[0])))]
        }
        Expr::Call(call) => {
            let (function, arguments) =
                (of(&call.func), call.args.iter().map(|argument| of(argument)).collect::<Vec<_>>());
            let mut texts = exchanged(&function, &arguments);
            if function == "Some" {
                texts.push("None".into());
            }
            moved(texts)
        }
        Expr::MethodCall(call) => of_method(call, &of),
        _ => Vec::new(),
    }
}

/// Whether it is an `if let`, which is no expression that is true or false.
pub fn asks_for_a_pattern(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => asks_for_a_pattern(&binary.left) || asks_for_a_pattern(&binary.right),
        _ => false,
    }
}

type Text<'a> = dyn Fn(&dyn Spanned) -> String + 'a;

fn of_two(binary: &ExprBinary, of: &Text<'_>) -> Vec<String> {
    if asks_for_a_pattern(&binary.left) || asks_for_a_pattern(&binary.right) {
        return Vec::new();
    }
    let (a, b) = (of(&binary.left), of(&binary.right));
    let with = |others: &[&str]| others.iter().map(|other| format!("{a} {other} {b}")).collect::<Vec<_>>();
    let and = |mut texts: Vec<String>, more: &[String]| {
        texts.extend_from_slice(more);
        texts
    };
    let nothing = "()".to_owned();
    match binary.op {
        BinOp::Add(_) => with(&["-", "*"]),
        BinOp::Sub(_) => and(with(&["+"]), &[format!("({b}) - ({a})")]),
        BinOp::Mul(_) => with(&["/", "+"]),
        BinOp::Div(_) => and(with(&["*"]), &[format!("({b}) / ({a})")]),
        BinOp::Lt(_) => with(&["<=", ">"]),
        BinOp::Le(_) => with(&["<", ">"]),
        BinOp::Gt(_) => with(&[">=", "<"]),
        BinOp::Ge(_) => with(&[">", "<"]),
        BinOp::Eq(_) => with(&["!="]),
        BinOp::Ne(_) => with(&["=="]),
        BinOp::And(_) => and(with(&["||"]), &[a.clone(), b.clone()]),
        BinOp::Or(_) => and(with(&["&&"]), &[a.clone(), b.clone()]),
        BinOp::Shl(_) => with(&[">>"]),
        BinOp::Shr(_) => with(&["<<"]),
        BinOp::BitAnd(_) => with(&["|"]),
        BinOp::AddAssign(_) => and(with(&["-=", "="]), &[nothing]),
        BinOp::SubAssign(_) => and(with(&["+=", "="]), &[nothing]),
        BinOp::MulAssign(_) => and(with(&["/=", "="]), &[nothing]),
        BinOp::DivAssign(_) => and(with(&["*=", "="]), &[nothing]),
        _ => Vec::new(),
    }
}

/// 0 is taken for 1 and others for what is one more; 1 also for 0.
fn number(literal: &Lit) -> Vec<String> {
    match literal {
        Lit::Bool(literal) => vec![(!literal.value).to_string()],
        Lit::Int(literal) => {
            let Ok(value) = literal.base10_parse::<u64>() else { return Vec::new() };
            let others = if value == 1 { vec![2, 0] } else { vec![value + 1] };
            others.iter().map(|other| format!("{other}{}", literal.suffix())).collect()
        }
        Lit::Float(literal) => {
            let Ok(value) = literal.base10_parse::<f64>() else { return Vec::new() };
            vec![format!("{:?}{}", value + 1.0, literal.suffix())]
        }
        _ => Vec::new(),
    }
}

/// The first or the last is left out.
fn one_less(range: &ExprRange, of: &Text<'_>) -> Vec<String> {
    let limits = if matches!(range.limits, RangeLimits::Closed(_)) { "..=" } else { ".." };
    let (start, end) = (range.start.as_ref().map(|start| of(start)), range.end.as_ref().map(|end| of(end)));
    let (from, to) = (start.clone().unwrap_or_default(), end.clone().unwrap_or_default());
    let mut texts = Vec::new();
    texts.extend(start.map(|start| format!("({start}) + 1{limits}{to}")));
    texts.extend(end.map(|end| format!("{from}{limits}({end}) - 1")));
    texts
}

/// Neighbouring arguments change places.
fn exchanged(function: &str, arguments: &[String]) -> Vec<String> {
    (1..arguments.len())
        .filter(|&i| arguments[i - 1] != arguments[i] && !SYMMETRIC.contains(&function))
        .map(|i| {
            let mut arguments = arguments.to_vec();
            arguments.swap(i - 1, i);
            format!("{function}({})", arguments.join(", "))
        })
        .collect()
}

fn of_method(call: &ExprMethodCall, of: &Text<'_>) -> Vec<Change> {
    let (receiver, name) = (of(&call.receiver), call.method.to_string());
    let generics = call.turbofish.as_ref().map(|generics| of(generics)).unwrap_or_default();
    let arguments: Vec<_> = call.args.iter().map(|argument| of(argument)).collect();
    let mut changes = Vec::new();
    for (one, other) in SWAPPED {
        let other = match &*name {
            name if name == one => other,
            name if name == other => one,
            _ => continue,
        };
        changes.push(Change::of_type(format!("{receiver}.{other}{generics}({})", arguments.join(", "))));
    }
    if DROPPED.contains(&&*name) {
        changes.push(Change::of_type(receiver.clone()));
    }
    changes.extend(exchanged(&format!("{receiver}.{name}{generics}"), &arguments).into_iter().map(Change::moved));
    if let ([argument], true) = (&arguments[..], UNSYMMETRIC.contains(&&*name)) {
        changes.push(Change::moved(format!("({argument}).{name}{generics}({receiver})")));
    }
    changes
}
