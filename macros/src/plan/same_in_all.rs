//! Sums, differences and products of what is the same in all iterations of a loop: the loop collects their cotangents, and their rules
//! come after it, once.
//!
//! ```text
//! for j in .. { c[j] += alpha * a[i] * b[j] }     // loop { v_bar += c_bar[j] * b[j]; .. }
//!                                                 // alpha_bar += v_bar * a[i]; a_bar[i] += v_bar * alpha
//! ```
//!
//! The loop does not change their operands, so it reads no cotangent of them. Quotients are among them where the divisor is written as a
//! number, `h / 6.0`: of a loop that never runs, `0.0 / n` would be NaN for an `n` of zero.

use syn::{Expr, ExprLit, Lit};

use super::accumulators::Outside;
use crate::classify::primitives::Numbers;
use crate::differentiate::{Mirror, RuleStep};
use crate::ir::{Op, Operand, Operator, VarKind};

/// Finds them in the steps of an iteration, and marks them.
pub(super) fn come_after<'f>(
    outside: &Outside<'f>,
    numbers: &Numbers,
    steps: &mut [&mut Mirror<'f>],
) -> Vec<RuleStep<'f>> {
    let mut after = Vec::new();
    for step in steps {
        let Mirror::Rule(rule) = step else { continue };
        let is_cheap = match rule.op {
            Op::Neg(..) | Op::Binary(Operator::Add | Operator::Sub | Operator::Mul, ..) => true,
            Op::Binary(Operator::Div, _, _, divisor, _) => is_written_number(divisor),
            _ => false,
        };
        let is_number = numbers.plain(rule.out).is_some() && numbers.is_arithmetic(outside.function, rule.out, rule.op);
        let is_same = |operand: &Operand| match operand {
            Operand::Constant { again, .. } => outside.is_fixed_expression(again),
            Operand::Place(place) => {
                outside.function.var(place.var).kind != VarKind::Index
                    && !outside.varies.contains(&place.var)
                    && place.path.iter().all(|step| outside.is_fixed(step))
            }
            Operand::Lent(_) => false,
        };
        if is_cheap && is_number && !rule.incoming && rule.op.operands().into_iter().all(is_same) {
            rule.is_after = true;
            let RuleStep { out, op, .. } = *rule;
            let (targets, blocks) = (rule.targets.clone(), Vec::new());
            after.push(RuleStep { out, incoming: false, op, targets, blocks, is_after: false });
        }
    }
    after
}

/// Whether an operand is a number other than zero that is written out.
fn is_written_number(operand: &Operand) -> bool {
    let Operand::Constant { expr: Expr::Lit(ExprLit { lit: Lit::Float(number), .. }), .. } = operand else {
        return false;
    };
    number.base10_parse::<f64>().is_ok_and(|number| number != 0.0)
}
