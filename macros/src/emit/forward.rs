//! The forward half: the user's statements in A-normal form, and what goes on the tape.

use std::collections::HashSet;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::links::{Links, Of};
use super::reserved::Room;
use super::{
    array, companion, is_counted, length, link, operand_types, private, private_at, pushes, reference, tape, tuple,
    type_of, written,
};
use crate::accept;
use crate::classify::Facts;
use crate::ir::{Block, Change, Function, Header, Loop, Method, Op, Operand, Place, Step, VarId};

/// Writes forward halves.
pub(super) struct Forward<'f> {
    pub function: &'f Function,
    pub(super) facts: &'f [Facts],
    /// What the reverse half is told.
    pub links: Rc<Links<'f>>,
    /// Where the sizes of tapes are wanted, and with them the types of the operands of every call: what is kept where values have
    /// tangents.
    pub(super) sizes: Option<Rc<Forward<'f>>>,
    /// Whether the reverse half has nothing to do for these steps: then nothing goes on the tape.
    pub quiet: bool,
    /// The links of methods, where values have tangents: the reverse half computes the residuals of their rules again.
    pub(super) dual: Rc<HashSet<usize>>,
    /// Whether it is run again: what is only said, and what stops the program, is not repeated.
    again: bool,
    /// The values of which only the type is needed at the end of their blocks.
    typed: Rc<HashSet<VarId>>,
    /// Those that go on the tape.
    pub(super) kept: Rc<HashSet<VarId>>,
}

impl<'f> Forward<'f> {
    pub fn new(function: &'f Function, facts: &'f [Facts]) -> Self {
        Self::of(Of::Values, function, facts)
    }

    fn of(of: Of, function: &'f Function, facts: &'f [Facts]) -> Self {
        let typed = facts.iter().flat_map(|facts| &facts.typed).map(|typed| typed.var).collect();
        let kept = facts.iter().flat_map(|facts| facts.own.iter().chain(&facts.other)).map(|kept| kept.var).collect();
        Self {
            function,
            facts,
            links: Rc::new(Links::new(function, facts, of)),
            sizes: None,
            quiet: false,
            dual: Rc::default(),
            again: false,
            typed: Rc::new(typed),
            kept: Rc::new(kept),
        }
    }

    /// For values with tangents, which are written beside them.
    pub fn dual(function: &'f Function, facts: &'f [Facts]) -> Self {
        let mut methods = HashSet::new();
        methods_of(&function.body, &mut methods);
        Self { dual: Rc::new(methods), ..Self::of(Of::Tangents, function, facts) }
    }

    /// For the sizes of tapes.
    pub fn sizes(function: &'f Function, facts: &'f [Facts]) -> Self {
        Self { sizes: Some(Rc::new(Self::dual(function, facts))), ..Self::of(Of::Sizes, function, facts) }
    }

    /// The same for a step of which the reverse half has nothing to do, or not.
    pub fn quiet_if(&self, quiet: bool) -> Self {
        let (typed, kept, dual) = (Rc::clone(&self.typed), Rc::clone(&self.kept), Rc::clone(&self.dual));
        Self { quiet, dual, typed, kept, links: Rc::clone(&self.links), sizes: self.sizes.clone(), ..*self }
    }

    /// For the reverse half, which runs a part of the forward half again.
    pub fn again(function: &'f Function, facts: &'f [Facts]) -> Self {
        Self { again: true, ..Self::new(function, facts) }
    }

    /// The steps of a block and its pushes; its value is written by the caller.
    pub fn block(&self, block: &Block) -> TokenStream {
        let mut code = block.items.clone();
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
            Step::Verbatim { tokens, .. } if self.again && is_check(tokens) => TokenStream::new(),
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
                // What will be kept does not move.
                let copied = !place.is_ref && self.is_kept(place.var);
                let value = if copied { owned_copy(&value) } else { written(&value).to_token_stream() };
                quote!(let #pattern = #value;)
            }
            Step::Let { var, ty, op } => self.binding(*var, ty.as_ref(), op),
            Step::Declare { var, ty, value } => {
                let var = self.function.var(*var);
                let (private, name, link) = (private(), &var.name, type_of(var));
                let colon = ty.as_ref().map(|ty| quote!(: #ty));
                match value.as_ref().map(|value| self.owned(value)) {
                    Some(value) => {
                        let known = self.told_type(|| quote!(let #link = #private::Ty::of(&#name);));
                        quote!(let mut #name #colon = #value; #known)
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
            Step::Assign { place, value } => {
                let (left, value) = (&place.written, self.owned(value));
                let var = self.function.var(place.var);
                if var.change == Change::Carrier && place.path.is_empty() {
                    let name = &var.name;
                    return quote!(#name = ::core::option::Option::Some(#value););
                }
                let is_first = var.change == Change::Late && place.path.is_empty();
                let known = is_first.then(|| {
                    let link = type_of(var);
                    self.told_type(|| quote!(#link.is(&#left);))
                });
                quote!(#left = #value; #known)
            }
            Step::Accumulate { place, op, value } => {
                let (left, value) = (&place.written, written(value));
                quote!(#left #op #value;)
            }
            Step::Rearrange { place, method, arguments } => {
                let (list, arguments) = (&place.written, arguments.iter().map(written));
                let through = place.is_ref.then(|| quote!(*));
                quote!(<[_]>::#method(&mut #through #list, #(#arguments),*);)
            }
            Step::Count { written, .. } => quote!(#written;),
            Step::Loop(looped) => self.repetition(looped),
        }
    }

    /// What the reverse half is told, if there is one.
    pub fn told(&self, what: impl FnOnce() -> TokenStream) -> Option<TokenStream> {
        (!self.quiet).then(what)
    }

    fn told_type(&self, what: impl FnOnce() -> TokenStream) -> Option<TokenStream> {
        (!self.quiet && self.links.has_types()).then(what)
    }

    /// `let var: ty = op;`
    pub fn binding(&self, var: VarId, ty: Option<&syn::Type>, op: &Op) -> TokenStream {
        let var = self.function.var(var);
        let name = &var.name;
        let mut code = self.value(ty, op, name);
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
        let typed = |var: &&VarId| !self.quiet && self.links.has_types() && self.typed.contains(var);
        let private = private();
        let named = vars.iter().filter(typed).map(|var| self.function.var(*var)).filter(|var| !var.changes());
        named
            .map(|var| {
                let (name, link) = (&var.name, type_of(var));
                let value = if var.calculated { quote!(#name.as_an_operand()) } else { quote!(&#name) };
                quote!(let #link = #private::Ty::of(#value);)
            })
            .collect()
    }

    /// `for pattern in iterator`, `while condition`
    pub fn head(&self, looped: &Loop) -> TokenStream {
        match &looped.header {
            Header::Range { index, from, inclusive, to, reversed, .. } => {
                let (index, from, to) = (&self.function.var(*index).name, written(from), written(to));
                let dots = if *inclusive { quote!(..=) } else { quote!(..) };
                let reversed = reversed.then(|| quote!(.rev()));
                quote!(for #index in (#from #dots #to) #reversed)
            }
            Header::Each { pattern, iterator } => quote!(for #pattern in #iterator),
            Header::While(condition) => quote!(while #condition),
        }
    }

    /// The size of the tape depends on how long lists are.
    fn lengths(&self, looped: &Loop) -> TokenStream {
        let private = private();
        let lengths = looped.lengths.iter().filter(|_| !self.quiet && self.links.has_lengths()).map(|(link, place)| {
            let link = length(*link);
            quote!(let #link = #private::length_of(&#place);)
        });
        lengths.collect()
    }

    fn repetition(&self, looped: &Loop) -> TokenStream {
        let (private, t) = (private(), tape());
        let (lengths, head) = (self.lengths(looped), self.head(looped));
        let head = quote!(#lengths #head);
        if let (false, Some(checkpoint)) = (self.quiet, &looped.checkpoint) {
            return self.checkpointed(looped, checkpoint, &head);
        }
        let body = self.block(&looped.body);
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        if let (false, Some(room), Header::Range { index, from, to, .. }) =
            (self.quiet, self.links.reserves(looped), &looped.header)
        {
            let without = match room {
                Room::OfBlock => self.quiet_if(true).block(&looped.body),
                Room::OfCalls => body.clone(),
            };
            let index = &self.function.var(*index).name;
            let ends = [written(from), written(to)].map(ToTokens::to_token_stream);
            return room.ahead(looped, ends.each_ref(), index, [&body, &without]);
        }
        if self.quiet || !is_counted(looped) {
            return quote!(#head { #body #until });
        }
        let times = Ident::new("times", Span::mixed_site());
        quote! {
            let mut #times = 0_usize;
            #head {
                #times += 1;
                #body
                #until
            }
            #private::tell(#t, #times);
        }
    }

    /// What has to happen before the value is there, and the value.
    fn op(&self, op: &Op) -> (TokenStream, TokenStream) {
        let mut before = TokenStream::new();
        let value = match op {
            Op::Inactive(expr) => quote!(#expr),
            // An exit carries its value once.
            Op::Load(Operand::Place(place))
                if place.path.is_empty() && self.function.var(place.var).change == Change::Carrier =>
            {
                let (private, name) = (private(), &self.function.var(place.var).name);
                quote!(#private::arrived(#name))
            }
            Op::Load(a) => owned_copy(a),
            Op::Neg(minus, a) => {
                let a = written(a);
                quote!(#minus #a)
            }
            Op::Binary(_, token, a, b) => {
                let (a, b) = (written(a), written(b));
                quote!(#a #token #b)
            }
            Op::Cast(a, ty) => {
                let a = written(a);
                quote!(#a as #ty)
            }
            Op::Reading { place, path, link: number, operand } => {
                let (companion, _) = companion(path);
                let (link, flag, place) = (link(*number), syn::Index::from(*operand), &place.written);
                let (span, private) = (place.span(), private_at(place.span()));
                before.extend(quote!(let #link = #private::Ty::of(&#companion);));
                quote_spanned!(span=> #private::keep(#link.rule().reads().#flag, &#place))
            }
            Op::Call { path, operands, link, .. } => {
                let (companion, turbofish) = companion(path);
                let rule = super::link(*link);
                let private = private();
                before.extend(quote!(let #rule = #private::Ty::of(&#companion);));
                let operands: Vec<_> = operands.iter().map(reference).collect();
                if self.sizes.is_some() {
                    let types = operand_types(*link);
                    before.extend(quote!(let #types = #companion.operands #turbofish(#(#operands),*);));
                }
                let t = tape();
                quote!(#companion.fwd #turbofish(#t, #(#operands),*))
            }
            Op::Method(method) => self.method(method, &mut before),
            Op::Nested(nested) => super::nested::value(nested),
            Op::Tuple(operands) => {
                let operands = tuple(operands.iter().map(|operand| self.owned(operand)));
                quote!(#operands)
            }
            Op::Array(operands) => {
                let operands = operands.iter().map(|operand| self.owned(operand));
                quote!([#(#operands),*])
            }
            Op::Repeat { value, count } => {
                let value = self.owned(value);
                quote!([#value; #count])
            }
            Op::Elements { index, maker, block } => {
                let index = &self.function.var(*index).name;
                let (steps, value) = (self.block(block), block.value.as_ref().map(|value| self.owned(value)));
                quote!(#maker(|#index: ::core::primitive::usize| { #steps #value }))
            }
            Op::Struct { path, fields, base } => {
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
                let value = if is_call { super::constructed(path, &fields) } else { quote!(#path { #fields }) };
                let claim = quote_spanned!(path.span()=> with_a_derivative);
                quote!(__seen(#value).#claim())
            }
            Op::If { cond, then, otherwise } => {
                let (yes, no) = (self.branch(then, &quote!(true)), self.branch(otherwise, &quote!(false)));
                quote!(if #cond #yes else #no)
            }
            Op::Match { scrutinee, arms } => {
                let arms = arms.iter().enumerate().map(|(i, arm)| {
                    let (pattern, guard) = (&arm.pattern, arm.guard.as_ref().map(|guard| quote!(if #guard)));
                    let block = self.branch(&arm.block, &quote!(#i));
                    quote!(#pattern #guard => #block)
                });
                quote!(match #scrutinee { #(#arms)* })
            }
            Op::Scope(block) => {
                let (steps, value) = (self.block(block), self.inner_value(block));
                quote!({ #steps #value })
            }
            Op::Again(block, captures) => self.run_once(block, captures),
        };
        (before, value)
    }

    fn branch(&self, block: &Block, taken: &TokenStream) -> TokenStream {
        let (private, t) = (private(), tape());
        let (steps, value) = (self.block(block), self.inner_value(block));
        if self.quiet {
            return quote!({ #steps #value });
        }
        quote!({ #steps #private::tell(#t, #taken); #value })
    }

    /// An operand that moves into another value: a copy, if the original may be used again or go on the tape.
    fn owned(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Place(place) if place.path.is_empty() && self.moves(place.var) => {
                written(operand).to_token_stream()
            }
            Operand::Place(Place { is_ref: false, .. }) => owned_copy(operand),
            _ => written(operand).to_token_stream(),
        }
    }

    /// Whether the first use of a value is the last.
    fn moves(&self, var: VarId) -> bool {
        self.function.var(var).once && !self.is_kept(var)
    }

    /// The value of a block inside another: what is declared outside stays there.
    pub fn inner_value(&self, block: &Block) -> Option<TokenStream> {
        let value = block.value.as_ref()?;
        let is_own = |var| block.steps.iter().any(|step| matches!(step, Step::Let { var: own, .. } if *own == var));
        Some(match value {
            Operand::Place(place) if !is_own(place.var) => self.owned(value),
            _ => written(value).to_token_stream(),
        })
    }

    fn method(&self, method: &Method, before: &mut TokenStream) -> TokenStream {
        let Method { name, generics, operands, link: number } = method;
        let link = link(*number);
        let receiver = receiver(&operands[0]);
        let mut rule = super::missing::rule_of(name);
        rule.set_span(name.span());
        let private = private();
        before.extend(quote!(let #link = #private::Ty::of(&#receiver.#rule #generics());));
        if self.sizes.is_none() {
            let alone = super::alone(name, &quote!(#link.rule()), &written(&operands[0]).to_token_stream());
            before.extend(quote!(if #private::NEVER { #alone }));
        }
        let operands: Vec<_> = operands.iter().map(reference).collect();
        if self.sizes.is_some() {
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

/// Whether the fields of a literal are all that come before the last of them, by their numbers.
fn are_in_order(fields: &[(syn::Member, Operand)]) -> bool {
    (0..).zip(fields).all(|(i, (member, _))| matches!(member, syn::Member::Unnamed(at) if at.index == i))
}

/// The links of the methods in a block.
fn methods_of(block: &Block, found: &mut HashSet<usize>) {
    for step in &block.steps {
        if let Step::Let { op: Op::Method(method), .. } = step {
            found.insert(method.link);
        }
        step.blocks().into_iter().for_each(|inner| methods_of(inner, found));
    }
}

/// A copy of what an operand holds.
fn owned_copy(operand: &Operand) -> TokenStream {
    let (private, value) = (private(), reference(operand));
    quote!(#private::own(#value))
}

/// The receiver of a method call, in parentheses where the syntax needs them.
pub(super) fn receiver(operand: &Operand) -> TokenStream {
    match operand {
        Operand::Place(Place { written: syn::Expr::Reference(_) | syn::Expr::Unary(_), .. })
        | Operand::Constant { .. } => {
            let written = written(operand);
            quote!((#written))
        }
        // The compiler's message for a method that is missing depends on it.
        Operand::Place(Place { is_ref: true, .. }) => {
            let written = written(operand);
            quote!((*#written))
        }
        Operand::Place(_) | Operand::Lent(_) => written(operand).to_token_stream(),
    }
}

/// Whether a statement is one of the macros that only look at values.
fn is_check(statement: &TokenStream) -> bool {
    syn::parse2::<syn::Stmt>(statement.clone()).is_ok_and(
        |statement| matches!(statement, syn::Stmt::Macro(statement) if accept::body::is_check(&statement.mac)),
    )
}
