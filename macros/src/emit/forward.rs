//! The forward half: the user's statements in A-normal form, and what goes on the tape.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, Path, PathArguments};

use super::{appended, companion, reference};
use crate::accept;
use crate::bind::is_residual;
use crate::classify::{Facts, Need};
use crate::ir::{Block, Callee, Change, Function, List, Method, Op, Operand, Place, Projection, Step, VarId};
use crate::library::{private, private_at};
use crate::naming::{array, form_of, function_of_type, link, operand_types, pushes, rule_method, tape, type_of};
use crate::plan::Plan;
use crate::plan::exchanges::Exchange;
use crate::plan::link_layout::{Links, Of};
use crate::quoting::tuple;

/// Writes forward halves.
#[derive(Clone, Copy)]
pub(super) struct Forward<'f> {
    pub plan: &'f Plan<'f>,
    pub function: &'f Function,
    pub(super) facts: &'f [Facts],
    /// What the reverse half is told.
    pub links: &'f Links<'f>,
    /// Whether the reverse half has nothing to do for these steps: then nothing goes on the tape.
    pub quiet: bool,
    /// Whether it is run again: what is only said, and what stops the program, is not repeated.
    again: bool,
    /// The list that has room for what the loop around appends to it.
    appends: Option<VarId>,
}

impl<'f> Forward<'f> {
    pub fn new(plan: &'f Plan<'f>) -> Self {
        Self::of(Of::Values, plan)
    }

    pub(super) fn of(of: Of, plan: &'f Plan<'f>) -> Self {
        let (function, facts, links) = (plan.function, plan.facts(of), plan.links(of));
        Self { plan, function, facts, links, quiet: false, again: false, appends: None }
    }

    /// For values with tangents, which are written beside them.
    pub fn dual(plan: &'f Plan<'f>) -> Self {
        Self::of(Of::Tangents, plan)
    }

    /// For the sizes of tapes.
    pub fn sizes(plan: &'f Plan<'f>) -> Self {
        Self::of(Of::Sizes, plan)
    }

    /// The same for a step of which the reverse half has nothing to do, or not.
    pub fn quiet_if(&self, quiet: bool) -> Self {
        Self { quiet, ..*self }
    }

    /// The same for a loop that has room for what it appends to a list.
    pub(super) fn giving(&self, list: VarId) -> Self {
        Self { appends: Some(list), ..*self }
    }

    /// For the reverse half, which runs a part of the forward half again.
    pub fn again(plan: &'f Plan<'f>) -> Self {
        Self { again: true, ..Self::new(plan) }
    }

    /// Whether the types of the operands of every call are wanted: what is kept where values have tangents depends on them, and so
    /// do the sizes of tapes.
    pub(super) fn tells_operands(&self) -> bool {
        self.links.of == Of::Sizes
    }

    /// The steps of a block and its pushes; its value is written by the caller.
    pub fn block(&self, block: &Block) -> TokenStream {
        let mut code = block.items.clone();
        code.extend(self.told(|| self.links.index_told(block.id).unwrap_or_default()));
        code.extend(block.steps.iter().map(|step| self.whole_step(step)));
        if self.quiet {
            return code;
        }
        code.extend(self.pushes(block.id));
        code.extend(self.links.told(block.id));
        code
    }

    /// A step, with what the reverse half has to be told of it.
    pub fn whole_step(&self, step: &Step) -> TokenStream {
        let mut code = if self.quiet { TokenStream::new() } else { self.links.before(step) };
        code.extend(self.quiet_if(self.quiet || !step.is_mirrored(&self.function.vars)).step(step));
        code.extend(self.types_known(step));
        code
    }

    /// A step alone.
    pub fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Verbatim { tokens, .. } if self.again && accept::body::is_check_statement(tokens) => {
                TokenStream::new()
            }
            Step::Verbatim { tokens, binds } => {
                let twins =
                    binds.iter().map(|var| self.function.var(*var)).filter(|var| var.shadowed && !var.changes()).map(
                        |var| {
                            let (unique, name) = (&var.unique, &var.name);
                            quote!(let #unique = &#name;)
                        },
                    );
                quote!(#tokens #(#twins)*)
            }
            Step::Alias { pattern, place } => {
                let value = Operand::Place(place.clone());
                // What will be kept does not move, nor does what is asked for its form at the end of the block.
                let is_element = place.path.iter().any(|step| matches!(step, Projection::Index { .. }));
                let copied =
                    !place.is_ref && (is_element || self.is_kept(place.var) || self.function.var(place.var).changes());
                let value = if copied { owned_copy(&value) } else { value.written().to_token_stream() };
                quote!(let #pattern = #value;)
            }
            Step::Let { var, .. } if self.plan.is_unread_list(*var) => TokenStream::new(),
            Step::Let { var, ty, op } => self.binding(*var, ty.as_ref(), op),
            Step::Declare { var, ty, value } => {
                let (is_typed, var) = (self.plan.typed.contains(var) && !self.is_plain(*var), self.function.var(*var));
                let (private, name, link) = (private(), &var.name, type_of(var));
                let colon = ty.as_ref().map(|ty| quote!(: #ty));
                match value.as_ref().map(|value| self.moved(value)) {
                    Some((form_of_moved, value)) => {
                        let known = is_typed.then(|| self.told_type(|| quote!(let #link = #private::Ty::of(&#name);)));
                        let known = known.flatten();
                        quote!(#form_of_moved let mut #name #colon = #value; #known)
                    }
                    None if var.change == Change::Carrier => {
                        let known = self.told_type(|| quote!(let #link = #private::Ty::inside(&#name);));
                        quote!(let mut #name = ::core::option::Option::None; #known)
                    }
                    None => {
                        let later = self.told_type(|| quote!(let #link = #private::Ty::new();));
                        quote!(let mut #name #colon; #later)
                    }
                }
            }
            Step::Assign { place, value, old } => self.assign(place, value, *old),
            Step::Accumulate { place, op, value, link } => {
                let (left, written) = (&place.written, self.operand(value));
                if let Some(link) = link {
                    self.accumulated_by_rule(place, op, value, *link)
                } else {
                    quote!(#left #op #written;)
                }
            }
            Step::Rearrange { place, method, arguments } => {
                let (list, arguments) = (&place.written, arguments.iter().map(Operand::written));
                let through = place.is_ref.then(|| quote!(*));
                quote!(<[_]>::#method(&mut #through #list, #(#arguments),*);)
            }
            Step::Insert { place, at, value } => self.insert(place, at.as_ref(), value),
            Step::Count { written, .. } => quote!(#written;),
            Step::Loop(looped) => self.repetition(looped),
        }
    }

    /// `place = value;`
    fn assign(&self, place: &Place, value: &Operand, old: Option<VarId>) -> TokenStream {
        let (form_of_moved, value) = self.moved(value);
        let left = &place.written;
        let var = self.function.var(place.var);
        let carrier = (var.change == Change::Carrier && place.path.is_empty()).then_some(&var.name);
        let old = old.filter(|old| !self.is_plain(*old)).map(|old| {
            let form = form_of(self.function.var(old));
            let left = carrier.map_or_else(|| quote!(&#left), |name| quote!(&#name));
            self.told(|| self.form(&form, &left))
        });
        if let Some(name) = carrier {
            let old = old.flatten();
            return quote!(#old #form_of_moved #name = ::core::option::Option::Some(#value););
        }
        let is_first = var.change == Change::Late && place.path.is_empty();
        let known = is_first.then(|| {
            let link = type_of(var);
            self.told_type(|| quote!(#link.is(&#left);))
        });
        let old = old.flatten();
        quote!(#old #form_of_moved #left = #value; #known)
    }

    /// An operand that moves into a variable. A variable that moves there is asked for its form before.
    fn moved(&self, operand: &Operand) -> (Option<TokenStream>, TokenStream) {
        let moved = self.plan.moves_on(operand).filter(|var| self.links.of != Of::Tangents && !self.is_plain(*var));
        let Some(var) = moved else { return (None, self.owned(operand)) };
        let (form, written) = (form_of(self.function.var(var)), operand.written());
        if self.plan.formed.contains(&var) {
            return (None, written.to_token_stream());
        }
        (self.told(|| self.form(&form, &quote!(&#written))), written.to_token_stream())
    }

    /// `list.push(value)` or `list.insert(at, value)`
    pub(super) fn insert(&self, place: &Place, at: Option<&Operand>, value: &Operand) -> TokenStream {
        let (private, list, through) = (private(), &place.written, place.is_ref.then(|| quote!(*)));
        let value = match value {
            Operand::Place(value) if value.is_ref => owned_copy(&Operand::Place(value.clone())),
            value => self.owned(value),
        };
        if self.appends == Some(place.var) {
            let element = appended::element();
            return quote!(*#element = #value;);
        }
        if let Some(at) = at.map(Operand::written) {
            quote!(#private::lists::insert(&mut #through #list, #at, #value);)
        } else {
            quote!(#private::lists::push(&mut #through #list, #value);)
        }
    }

    /// What the reverse half is told, if there is one.
    pub fn told(&self, what: impl FnOnce() -> TokenStream) -> Option<TokenStream> {
        (!self.quiet).then(what)
    }

    /// Whether the reverse half needs nothing of a variable but its value.
    fn is_plain(&self, var: VarId) -> bool {
        self.plan.numbers.plain(var).is_some()
    }

    fn told_type(&self, what: impl FnOnce() -> TokenStream) -> Option<TokenStream> {
        (!self.quiet && self.links.has_types()).then(what)
    }

    /// `let var: ty = op;`
    pub fn binding(&self, var: VarId, ty: Option<&syn::Type>, op: &Op) -> TokenStream {
        let moves_out = self.links.of != Of::Tangents && self.plan.moves_out(var);
        let var = self.function.var(var);
        let name = &var.name;
        let mut code = match op {
            Op::Load(variable) if moves_out => {
                let variable = variable.written();
                quote!(let #name = #variable;)
            }
            op => self.value(ty, op, name),
        };
        code.extend(self.popped(op, name));
        let twin = var.shadowed.then(|| {
            let unique = &var.unique;
            quote!(let #unique = &#name;)
        });
        let known = match op {
            Op::Elements { block, .. } if self.links.has_lengths() => {
                let (array, private) = (array(block.id), private());
                self.told(|| quote!(let #array = #private::length_of(&#name);))
            }
            _ => None,
        };
        code.extend(quote!(#known #twin));
        code
    }

    /// Whether `pop` took an element.
    fn popped(&self, op: &Op, name: &Ident) -> Option<TokenStream> {
        let (private, t) = (private(), tape());
        let is_pop = matches!(op, Op::Remove { method, .. } if method == "pop");
        is_pop.then(|| self.told(|| quote!(#private::tell(#t, #name.is_some());))).flatten()
    }

    /// `let name: ty = op;`, and no more.
    pub fn value(&self, ty: Option<&syn::Type>, op: &Op, name: &Ident) -> TokenStream {
        let colon = ty.map(|ty| quote!(: #ty));
        let (mut code, value) = self.op(op);
        code.extend(quote!(let #name #colon = #value;));
        code
    }

    /// Tells the reverse half the types of values of which it needs nothing else.
    pub fn types_known(&self, step: &Step) -> Vec<TokenStream> {
        let vars = match step {
            Step::Let { var, .. } => std::slice::from_ref(var),
            Step::Verbatim { binds, .. } => binds.as_slice(),
            _ => &[],
        };
        if self.quiet {
            return Vec::new();
        }
        let private = private();
        // Of a closure its type is not that of the other half.
        if let Step::Let { var, op: Op::Closure(closure), .. } = step {
            let is_told = self.links.has_types() && self.plan.typed.contains(var);
            let (link, closure) = (type_of(self.function.var(*var)), crate::naming::link(closure.link));
            return is_told.then(|| quote!(let #link = #private::Ty::of(&#closure);)).into_iter().collect();
        }
        let told = vars.iter().filter(|id| !self.is_plain(**id)).filter_map(|id| {
            let var = self.function.var(*id);
            let name = &var.name;
            if self.plan.formed.contains(id) {
                let form = form_of(var);
                // A part may be a constant of any type. Of all other values the type must have a derivative.
                if matches!(step, Step::Let { op: Op::Load(Operand::Place(_)), .. }) {
                    let taped = if self.links.of == Of::Tangents { quote!(__Sweep::TAPED) } else { quote!(true) };
                    return Some(quote!(let #form = #private::of(&#name).form(#taped);));
                }
                return Some(self.form(&form, &quote!(&#name)));
            }
            let is_told = self.links.has_types() && self.plan.typed.contains(id) && !var.changes();
            is_told.then(|| {
                let link = type_of(var);
                let value = if var.calculated { quote!(#name.as_an_operand()) } else { quote!(&#name) };
                quote!(let #link = #private::Ty::of(#value);)
            })
        });
        told.collect()
    }

    /// The form of a value, for the end of its block.
    fn form(&self, name: &Ident, value: &TokenStream) -> TokenStream {
        let private = private();
        if self.links.of == Of::Tangents {
            return quote!(let #name = #private::Form::if_taped(__Sweep::TAPED, #value););
        }
        quote!(let #name = #private::Form::of(#value);)
    }

    /// What has to happen before the value is there, and the value.
    fn op(&self, op: &Op) -> (TokenStream, TokenStream) {
        let mut before = TokenStream::new();
        let value = match op {
            Op::Reading { place, callee, receiver, link: number, .. } => {
                let called = called(callee, receiver.as_deref());
                let (link, flag, place) = (link(*number), self.reads(op), &place.written);
                let (span, private) = (place.span(), private_at(place.span()));
                before.extend(quote!(let #link = #private::Ty::of(&#called);));
                quote_spanned!(span=> #private::keep(#flag, #private::of(&#place).place()))
            }
            Op::Call { path, operands, link: number, perhaps_plain, .. } => {
                let (companion, turbofish) = companion(path);
                let (private, rule) = (private(), link(*number));
                before.extend(quote!(let #rule = #private::Ty::of(&#companion);));
                let plain = perhaps_plain.then(|| self.plain_call(path, operands));
                if !self.tells_operands() {
                    before.extend(claim_of_exchange(op));
                }
                let operands: Vec<_> = operands.iter().map(reference).collect();
                if self.tells_operands() || op.lends() {
                    let types = operand_types(*number);
                    before.extend(quote!(let #types = #companion.operands #turbofish(#(#operands),*);));
                }
                let t = tape();
                if let Some(plain) = plain {
                    quote_spanned!(path.span()=> if #private::is_plain(#companion) { #plain } else { #companion.fwd(#t, #(#operands),*) })
                } else {
                    quote!(#companion.fwd #turbofish(#t, #(#operands),*))
                }
            }
            Op::Method(method) => self.method(method, &mut before),
            Op::Neg(.., Some(link)) | Op::Binary(.., Some(link)) => {
                before.extend(self.link_to_operator(op, *link));
                self.value_of_operator(op, *link)
            }
            Op::Nested(nested) => super::derivatives_of_calls::value(nested),
            Op::Closure(closure) => self.closure(closure, &mut before),
            Op::Scope(block) => {
                let plain = self.blocks(op);
                let (told, value) = self.one_loop(block, &plain).unwrap_or_else(|| (TokenStream::new(), plain));
                before.extend(told);
                value
            }
            Op::If { .. } | Op::Match { .. } | Op::Checkpointed(..) | Op::Elements { .. } => self.blocks(op),
            Op::Inactive(_)
            | Op::Load(_)
            | Op::Neg(..)
            | Op::Binary(..)
            | Op::Cast(..)
            | Op::Repeat { .. }
            | Op::Remove { .. }
            | Op::Tuple(_)
            | Op::Array(..)
            | Op::Struct { .. } => self.plain(op),
        };
        (before, value)
    }

    /// Whether what is called reads such an operand.
    pub(super) fn reads(&self, op: &Op) -> TokenStream {
        let Op::Reading { link: number, operand, .. } = op else { return TokenStream::new() };
        let flag = self.flags(&[Need::Flag { link: *number, flag: *operand }]).into_token_stream();
        // What is measured for both has the types of values with tangents.
        let private = private();
        if self.links.of == Of::Sizes { quote!(#private::read_with_tangents(#flag)) } else { flag }
    }

    /// What `?` returns of an outcome that goes on the tape: the failure in a copy.
    fn failure(&self, expr: &syn::Expr) -> Option<TokenStream> {
        let syn::Expr::Call(call) = expr else { return None };
        let (function, Some(syn::Expr::Path(outcome))) = (&call.func, call.args.first()) else { return None };
        let name = outcome.path.get_ident().filter(|_| is_residual(call))?;
        let var = self.function.vars.iter().position(|var| var.name == *name)?;
        let private = private();
        self.is_kept(VarId(var)).then(|| quote!(#function(#private::of(&#outcome).own())))
    }

    /// The value of what calls nothing.
    fn plain(&self, op: &Op) -> TokenStream {
        let private = private();
        let owned = |operands: &[Operand]| operands.iter().map(|operand| self.owned(operand)).collect::<Vec<_>>();
        match op {
            Op::Inactive(expr) => self.failure(expr).unwrap_or_else(|| quote!(#expr)),
            // An exit carries its value once.
            Op::Load(Operand::Place(place))
                if place.path.is_empty() && self.function.var(place.var).change == Change::Carrier =>
            {
                let name = &self.function.var(place.var).name;
                quote!(#private::arrived(#name))
            }
            Op::Load(a) if self.function.is_whole_lent(a) || self.function.is_whole_slice(a) => {
                let place = reference(a);
                quote!(#private::copy_of(#private::of(#place).place()))
            }
            Op::Load(a) => owned_copy(a),
            Op::Neg(..) | Op::Binary(..) => self.plain_operator(op),
            Op::Cast(a, ty) => {
                let a = self.written(a);
                quote!(#a as #ty)
            }
            Op::Tuple(operands) => tuple(owned(operands)),
            Op::Array(operands, list) => {
                let operands = owned(operands);
                match list {
                    List::Array => quote!([#(#operands),*]),
                    List::Vec => quote!(#private::vector([#(#operands),*])),
                }
            }
            Op::Repeat { value, count, list } => {
                let value = self.owned(value);
                match list {
                    List::Array => quote!([#value; #count]),
                    List::Vec => quote!(#private::vector_of(#value, #count)),
                }
            }
            Op::Remove { place, method, at } => {
                let (list, through, at) =
                    (&place.written, place.is_ref.then(|| quote!(*)), at.iter().map(Operand::written));
                quote_spanned!(method.span()=> #private::lists::#method(&mut #through #list, #(#at),*))
            }
            Op::Struct { path, fields, base, .. } => {
                let is_call = base.is_none() && !fields.is_empty() && are_in_order(fields);
                let fields = fields.iter().map(|(member, operand)| {
                    let value = self.owned(operand);
                    if is_call { value } else { quote!(#member: #value) }
                });
                let base = base.as_ref().map(|base| {
                    let base = self.owned(base);
                    quote!(..#base)
                });
                let fields = quote!(#(#fields,)* #base);
                let value = if is_call { crate::claims::constructed(path, &fields) } else { quote!(#path { #fields }) };
                let claim = quote_spanned!(path.span()=> with_a_derivative);
                quote!(__0seen(#value).#claim())
            }
            _ => TokenStream::new(),
        }
    }

    /// What a `match` looks at: a copy, if its patterns may move parts of what goes on the tape.
    pub(super) fn scrutinee(&self, op: &Op) -> TokenStream {
        match op {
            Op::Match { scrutinee, taken_apart: Some(var), .. }
                if self.is_kept(*var) && !self.function.var(*var).changes() =>
            {
                let private = private();
                quote!(#private::of(&#scrutinee).own())
            }
            Op::Match { scrutinee, .. } => quote!(#scrutinee),
            _ => TokenStream::new(),
        }
    }

    /// The value of what consists of blocks.
    fn blocks(&self, op: &Op) -> TokenStream {
        match op {
            Op::If { .. } | Op::Match { .. } => {
                branches(op, &self.scrutinee(op), |block, told| self.branch(block, told))
            }
            Op::Elements { index, maker, block } => {
                let index = &self.function.var(*index).name;
                let (steps, value) = (self.block(block), block.value.as_ref().map(|value| self.owned(value)));
                quote!(#maker(|#index: ::core::primitive::usize| { #steps #value }))
            }
            Op::Scope(block) => {
                let (steps, value) = (self.block(block), self.inner_value(block));
                quote!({ #steps #value })
            }
            Op::Checkpointed(block, captures) => self.run_once(block, captures),
            _ => TokenStream::new(),
        }
    }

    fn branch(&self, block: &Block, told: Option<&TokenStream>) -> TokenStream {
        let (private, t) = (private(), tape());
        let (steps, value) = (self.block(block), self.inner_value(block));
        let told = told.filter(|_| !self.quiet).map(|taken| quote!(#private::tell(#t, #taken);));
        quote!({ #steps #told #value })
    }

    /// Whether an operand is a variable that has a name for a reference to it too.
    fn has_a_reference(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place) if place.path.is_empty() && {
            let var = self.function.var(place.var);
            var.reference.is_some() && !var.is_function
        })
    }

    /// What the user wrote.
    pub(super) fn written(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Place(place) if self.has_a_reference(operand) => {
                self.function.var(place.var).name.to_token_stream()
            }
            _ => operand.written().to_token_stream(),
        }
    }

    /// An operand of an operator: a copy, if the operator moves what goes on the tape or what has tangents.
    pub(super) fn operand(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Place(place)
                if !place.is_ref
                    && place.path.is_empty()
                    && self.plan.moved.contains(&place.var)
                    && (self.links.of != Of::Values || self.is_kept(place.var)) =>
            {
                let (private, value) = (private(), self.written(operand));
                quote!(#private::of(&#value).own())
            }
            _ => self.written(operand),
        }
    }

    /// An operand that moves into another value: a copy, if the original may be used again or go on the tape.
    fn owned(&self, operand: &Operand) -> TokenStream {
        match operand {
            _ if self.plan.is_last_use(operand) => operand.written().to_token_stream(),
            // It has the type that the user's code has.
            _ if self.has_a_reference(operand) => {
                let (private, value) = (private(), self.written(operand));
                quote!(#private::of(&#value).own())
            }
            Operand::Place(Place { is_ref: false, .. }) => owned_copy(operand),
            _ => operand.written().to_token_stream(),
        }
    }

    /// The value of a block inside another: what is declared outside stays there, a variable of its own moves.
    pub fn inner_value(&self, block: &Block) -> Option<TokenStream> {
        let value = block.value.as_ref()?;
        let moves = |place: &Place| {
            block.computes(place.var)
                || block.declares(place.var) && place.path.is_empty() && !self.has_a_reference(value)
        };
        Some(match value {
            Operand::Place(place) if !moves(place) => self.owned(value),
            _ => value.written().to_token_stream(),
        })
    }

    /// A call of a function that is given whole numbers alone, as the user wrote it.
    pub fn plain_call(&self, path: &Path, operands: &[Operand]) -> TokenStream {
        let name = crate::naming::callee(path);
        let companion = quote_spanned!(path.span()=> __0checked(#name {}));
        let operands = operands.iter().map(|operand| match operand {
            Operand::Place(place) if self.function.var(place.var).active => {
                let (private, operand) = (private_at(path.span()), reference(operand));
                quote_spanned!(path.span()=> #private::given(#companion, #operand))
            }
            operand => self.owned(operand),
        });
        quote!(#path(#(#operands),*))
    }

    fn method(&self, method: &Method, before: &mut TokenStream) -> TokenStream {
        let Method { of, name, operands, link: number, .. } = method;
        if self.links.number_method(*number).is_some() {
            return self.number_method(method, before);
        }
        let link = link(*number);
        let (private, rule) = (private(), rule_of_method(method));
        before.extend(quote!(let #link = #private::Ty::of(&#rule);));
        if !self.tells_operands() && of.is_none() && !method.is_call {
            let (found, receiver) = (quote!(#link.rule()), named(&operands[0]));
            let of_numbers = crate::claims::of_numbers(&self.function.numbers, name, &found, &receiver);
            let alone = match &operands[0] {
                Operand::Lent(Place { written: syn::Expr::Reference(_), .. }) => {
                    crate::claims::alone_by_reference(name, &found, &receiver)
                }
                _ => crate::claims::alone(name, &found, &receiver),
            };
            let alone = if of_numbers.is_empty() { alone } else { quote!(#of_numbers { #alone }) };
            before.extend(quote!(if #private::NEVER { #alone }));
        }
        if let Some(of) = of
            && !self.tells_operands()
            && self.function.numbers.iter().any(|number| quote!(#number).to_string() == quote!(#of).to_string())
        {
            let of_number = crate::claims::of_number(of, name);
            before.extend(quote!(if #private::NEVER { #of_number }));
        }
        let operands: Vec<_> = operands.iter().map(reference).collect();
        if self.tells_operands() {
            let types = operand_types(*number);
            before.extend(quote_spanned!(name.span()=> let #types = #link.rule().operands(#(#operands),*);));
        }
        if !self.quiet && self.links.tells_pushes(*number) {
            let pushes = pushes(*number);
            before.extend(quote_spanned!(name.span()=> let #pushes = #link.rule().pushes(#(#operands),*);));
        }
        let t = tape();
        quote_spanned!(name.span()=> #link.rule().fwd(#t, #(#operands),*))
    }
}

/// That a function with the name of one of `std::mem` is that one, if it has no companion of its own.
fn claim_of_exchange(op: &Op) -> Option<TokenStream> {
    let Op::Call { path, operands, .. } = op else { return None };
    let (span, (companion, _)) = (path.span(), companion(path));
    let [_, claim, name] = Exchange::of(op)?.names().map(|name| Ident::new(name, span));
    let private = private_at(span);
    let arguments = operands.iter().map(|operand| match operand {
        Operand::Lent(_) => reference(operand),
        operand => {
            let operand = reference(operand);
            quote!(#private::exchanges::like(#operand))
        }
    });
    Some(quote_spanned! {span=>
        if #private::NEVER {
            use #private::exchanges::NamedAlike as _;
            #companion.#claim((#path, ::core::mem::#name))(#(#arguments),*);
        }
    })
}

/// A branch or a `match` with its blocks, each of which is written with what tells the reverse half that it was taken.
pub(super) fn branches(
    op: &Op,
    scrutinee: &TokenStream,
    block: impl Fn(&Block, Option<&TokenStream>) -> TokenStream,
) -> TokenStream {
    match op {
        Op::If { cond, again, then, otherwise, .. } => {
            let [yes, no] = [(then, quote!(true)), (otherwise, quote!(false))]
                .map(|(arm, taken)| block(arm, again.is_none().then_some(&taken)));
            quote!(if #cond #yes else #no)
        }
        Op::Match { arms, .. } => {
            let arms = arms.iter().enumerate().map(|(i, arm)| {
                let (pattern, guard) = (&arm.pattern, arm.guard.as_ref().map(|guard| quote!(if #guard)));
                let block = block(&arm.block, Some(&quote!(#i)));
                quote!(#pattern #guard => #block)
            });
            quote!(match #scrutinee { #(#arms)* })
        }
        _ => TokenStream::new(),
    }
}

/// Whether the fields of a literal are all that come before the last of them, by their numbers.
fn are_in_order(fields: &[(syn::Member, Operand)]) -> bool {
    (0..).zip(fields).all(|(i, (member, _))| matches!(member, syn::Member::Unnamed(at) if at.index == i))
}

/// A copy of what an operand holds.
fn owned_copy(operand: &Operand) -> TokenStream {
    let (private, value) = (private(), reference(operand));
    quote!(#private::of(#value).own())
}

/// The call that leads to the rule of a method, or of a function of a type.
pub(super) fn rule_call(
    of: Option<&ExprPath>,
    name: &Ident,
    generics: Option<&PathArguments>,
    this: Option<&Operand>,
) -> TokenStream {
    let mut rule = rule_method(name);
    rule.set_span(name.span());
    if let Some(of) = of {
        // Which function `from` of a type is meant, the argument says.
        let given = (*name == function_of_type(&Ident::new("from", name.span()))).then(|| {
            let argument = this.map(reference);
            quote_spanned!(name.span()=> .given(#argument).rule_of_conversion())
        });
        quote!(#of::#rule #generics()#given)
    } else {
        let receiver = this.map(receiver);
        quote!(#receiver.#rule #generics())
    }
}

/// What leads to the two halves of what is called.
pub(super) fn called(callee: &Callee, receiver: Option<&Operand>) -> TokenStream {
    match callee {
        Callee::Function(path) => companion(path).0,
        Callee::Method { of, name, generics } => rule_call(of.as_ref(), name, generics.as_ref(), receiver),
    }
}

/// The same of a method that is called. Only its arguments may tell what it is generic over; it is the one that was asked what it reads.
pub(super) fn rule_of_method(Method { of, name, generics, operands, either, .. }: &Method) -> TokenStream {
    let rule = rule_call(of.as_ref(), name, generics.as_ref(), operands.first());
    let asked = either.iter().filter(|_| operands.len() > 1).map(|either| link(either.link));
    asked.fold(rule, |rule, asked| quote_spanned!(name.span()=> #asked.that_of(#rule)))
}

/// The receiver of a method call, in parentheses where the syntax needs them.
fn receiver(operand: &Operand) -> TokenStream {
    match operand {
        Operand::Place(Place { written: syn::Expr::Reference(_) | syn::Expr::Unary(_), .. })
        | Operand::Constant { .. } => {
            let written = operand.written();
            quote!((#written))
        }
        // The compiler's message for a method that is missing depends on it.
        Operand::Place(Place { is_ref: true, .. }) => {
            let written = operand.written();
            quote!((*#written))
        }
        operand => named(operand),
    }
}

/// What the user wrote, without the borrow of a receiver that may change.
fn named(operand: &Operand) -> TokenStream {
    match operand {
        Operand::Lent(Place { written: syn::Expr::Reference(reference), .. }) => reference.expr.to_token_stream(),
        operand => operand.written().to_token_stream(),
    }
}
