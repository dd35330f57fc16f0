import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import { endOfTypeArguments, endsOperand, notReferences, type Parser, stops } from "./parser.ts";

const continuesWord = new Set("in instanceof as satisfies of extends implements".split(" "));

/** An expression, flat: operands and operators in turn, brackets and functions inside of them. */
export function parseExpression(p: Parser, from: number, to: number, stop: number): number {
  if (p.room <= 0) return to;
  p.room--;
  const { tokens } = p;
  const word = (at: number) => textOf(tokens, at);
  let questions = 0;
  let typed = -1;
  let at = from;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.semicolon && stop !== stops.none) break;
    if (type === token.comma && stop & stops.comma) break;
    if (type === token.closeBrace || type === token.closeParen || type === token.closeBracket) break;
    if (stop & stops.line && at > from && tokens.first[at] === 1 && endsLine(p, at, typed)) break;
    if (type === token.question) questions++;
    else if (type === token.colon) {
      if (questions === 0 && stop !== stops.none) break;
      questions = Math.max(0, questions - 1);
    }
    if (type === token.word) {
      const next = operandWord(p, at, from, to, stop);
      if (next > at + 1) typed = next;
      at = next;
      continue;
    }
    if (type === token.openParen) {
      at = typed = parenthesis(p, at, from, to, stop, questions > 0);
      continue;
    }
    if (type === token.openBracket || type === token.hole) {
      p.expression(at + 1, tokens.match[at]!, stops.none);
      at = tokens.match[at]! + 1;
      continue;
    }
    if (type === token.openBrace) {
      p.objectLiteral(at);
      at = tokens.match[at]! + 1;
      continue;
    }
    if (type === token.less && (at === from || !endsOperand(tokens, at - 1, word))) {
      at = typed = openingAngle(p, at, to, stop);
      continue;
    }
    at++;
  }
  p.room++;
  return Math.min(at, to);
}

const statementWords = new Set(
  "if for while switch return throw try const let var export break continue do case default".split(" "),
);

/** The line break before a token ends the statement; a type that ends there counts as an operand. */
function endsLine(p: Parser, at: number, typed: number): boolean {
  const { tokens } = p;
  if (!startsStatement(p, at)) return false;
  if (typed === at || endsOperand(tokens, at - 1, (i) => textOf(tokens, i))) return true;
  const before = typeOf(tokens, at - 1);
  if ((before === token.plus || before === token.minus) && typeOf(tokens, at - 2) === before) return true;
  return before !== token.dot && typeOf(tokens, at) === token.word && statementWords.has(textOf(tokens, at));
}

function startsStatement({ tokens }: Parser, at: number): boolean {
  const type = typeOf(tokens, at);
  if (type === token.word) return !continuesWord.has(textOf(tokens, at));
  if (type === token.string) return tokens.text.charCodeAt(tokens.start[at]!) !== token.backtick;
  return type === token.openBrace || type === token.at || type === token.number;
}

function operandWord(p: Parser, at: number, from: number, to: number, stop: number): number {
  const { tokens, model } = p;
  const before = typeOf(tokens, at - 1);
  const text = textOf(tokens, at);
  const next = typeOf(tokens, at + 1);
  if ((before === token.dot || before === token.optionalDot) && at > from) {
    model.use(at, "member");
    return genericCall(p, at + 1, to);
  }
  if (next === token.arrow && tokens.first[at + 1] === 0) return arrowOfWord(p, at, to, stop);
  if (text === "function" && (next === token.openParen || next === token.star || next === token.word))
    return functionExpression(p, at, to);
  if (text === "class" && (next === token.word || next === token.openBrace)) return classExpression(p, at, to);
  if ((text === "as" || text === "satisfies") && at > from && endsOperand(tokens, at - 1, (i) => textOf(tokens, i))) {
    return isWord(tokens, at + 1, "const") ? at + 2 : p.type(at + 1, to);
  }
  if (
    text === "async" &&
    (next === token.word || next === token.openParen || next === token.less) &&
    tokens.first[at + 1] === 0
  )
    return at + 1;
  if (text === "import" && (next === token.openParen || next === token.dot)) return at + 1;
  if (notReferences.has(text)) return at + 1;
  model.use(at, "value");
  return genericCall(p, at + 1, to);
}

/** Reads `<T, U>` when it stands between a name and its call. */
function genericCall(p: Parser, at: number, to: number): number {
  const { tokens } = p;
  if (typeOf(tokens, at) !== token.less || at >= to) return at;
  const end = endOfTypeArguments(tokens, at, to);
  if (end < 0) return at;
  const after = typeOf(tokens, end);
  const isCall =
    after === token.openParen ||
    after === token.closeParen ||
    after === token.comma ||
    after === token.semicolon ||
    after === token.closeBracket ||
    after === token.closeBrace ||
    after === token.dot ||
    end >= to;
  const isTemplate = after === token.string && tokens.text.charCodeAt(tokens.start[end]!) === token.backtick;
  if (!isCall && !isTemplate && tokens.first[end] !== 1) return at;
  p.typeArguments(at, to);
  return end;
}

function arrowOfWord(p: Parser, at: number, to: number, stop: number): number {
  const { model } = p;
  const scope = model.enter("function", at);
  const wasLocal = model.inFunction;
  model.inFunction = true;
  model.declare({ at, kind: "parameter" });
  const end = arrowBody(p, at + 2, to, stop);
  model.inFunction = wasLocal;
  model.leave(scope, end);
  return end;
}

function arrowBody(p: Parser, from: number, to: number, stop: number): number {
  const { tokens } = p;
  if (typeOf(tokens, from) !== token.openBrace) return p.expression(from, to, stop | stops.comma);
  const close = Math.min(tokens.match[from]!, to);
  p.block(from + 1, close);
  return Math.min(close + 1, to);
}

function functionExpression(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  const scope = model.enter("function", at);
  let next = at + 1;
  if (typeOf(tokens, next) === token.star) next++;
  if (typeOf(tokens, next) === token.word) {
    const declared = model.declare({ at: next, kind: "function", from: at, isLocal: true });
    next = p.functionTail(next + 1, to, declared, stops.none);
    declared.to = next;
  } else next = p.functionTail(next, to, undefined, stops.none);
  model.leave(scope, next);
  return next;
}

function classExpression(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  const scope = model.enter("block", at);
  const named =
    typeOf(tokens, at + 1) === token.word &&
    !isWord(tokens, at + 1, "extends") &&
    !isWord(tokens, at + 1, "implements");
  const declared = named ? model.declare({ at: at + 1, kind: "class", from: at, space: 3, isLocal: true }) : undefined;
  const end = p.classTail(named ? at + 2 : at + 1, to, declared);
  if (declared) declared.to = end;
  model.leave(scope, end);
  return end;
}

/** Parameters of an arrow function, arguments of a call, or a group. */
function parenthesis(p: Parser, at: number, from: number, to: number, stop: number, inQuestion: boolean): number {
  const { tokens } = p;
  const close = tokens.match[at]!;
  const isCall = at > from && endsOperand(tokens, at - 1, (i) => textOf(tokens, i)) && !isWord(tokens, at - 1, "async");
  if (!isCall && isArrow(p, at, close, to, inQuestion)) return p.functionTail(at, to, undefined, stop);
  p.expression(at + 1, close, stops.none);
  return close + 1;
}

function isArrow({ tokens }: Parser, open: number, close: number, to: number, inQuestion: boolean): boolean {
  const after = typeOf(tokens, close + 1);
  if (close + 1 >= to) return false;
  if (after === token.arrow) return true;
  if (after !== token.colon || inQuestion) return false;
  const inside = typeOf(tokens, open + 1);
  if (
    inside !== token.word &&
    inside !== token.openBrace &&
    inside !== token.openBracket &&
    inside !== token.spread &&
    inside !== token.closeParen
  )
    return false;
  for (let at = close + 2; at < to && at < close + 400; at++) {
    const type = typeOf(tokens, at);
    if (type === token.arrow) return true;
    if (type === token.openParen || type === token.openBracket || type === token.openBrace) at = tokens.match[at]!;
    else if (
      type === token.semicolon ||
      type === token.equals ||
      type === token.closeParen ||
      type === token.closeBrace
    )
      return false;
  }
  return false;
}

/** `<` where an operand is expected: a generic arrow function, an element or an assertion. */
function openingAngle(p: Parser, at: number, to: number, stop: number): number {
  const { tokens } = p;
  const end = endOfTypeArguments(tokens, at, to);
  if (end > 0 && typeOf(tokens, end) === token.openParen) {
    const after = typeOf(tokens, tokens.match[end]! + 1);
    const isGeneric =
      !p.jsx ||
      isWord(tokens, at + 2, "extends") ||
      typeOf(tokens, at + 2) === token.comma ||
      isWord(tokens, at + 1, "const");
    if ((after === token.arrow || after === token.colon) && isGeneric) return p.functionTail(at, to, undefined, stop);
  }
  if (p.jsx) return p.jsxElement(at, to);
  return end > 0 ? p.typeArguments(at, to) : at + 1;
}

/** An element with its children; text between tags is passed over. */
export function parseJsx(p: Parser, from: number, to: number): number {
  if (p.room <= 0) return to;
  p.room--;
  const end = parseElement(p, from, to);
  p.room++;
  return end;
}

function parseElement(p: Parser, from: number, to: number): number {
  const { tokens, model } = p;
  let open = 0;
  let at = from;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.openBrace) {
      p.expression(at + 1, tokens.match[at]!, stops.none);
      at = tokens.match[at]! + 1;
    } else if (type !== token.less) at++;
    else if (typeOf(tokens, at + 1) === token.slash) {
      open--;
      at += 2;
      while (at < to && typeOf(tokens, at) !== token.greater) {
        if (typeOf(tokens, at) === token.word && isComponent(p, at))
          model.use(at, typeOf(tokens, at - 1) === token.dot ? "member" : "value");
        at++;
      }
      at++;
      if (open <= 0) return at;
    } else if (typeOf(tokens, at + 1) === token.greater) {
      open++;
      at += 2;
    } else {
      const [end, closed] = openTag(p, at + 1, to);
      at = end;
      if (!closed) open++;
      if (open <= 0) return at;
    }
  }
  return to;
}

function isComponent({ tokens }: Parser, at: number): boolean {
  return (
    /^[A-Z$_]/.test(textOf(tokens, at)) || typeOf(tokens, at - 1) === token.dot || typeOf(tokens, at + 1) === token.dot
  );
}

/** The token behind an opening tag, and whether the tag closes itself. */
function openTag(p: Parser, from: number, to: number): [number, boolean] {
  const { tokens, model } = p;
  let at = from;
  let isName = true;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.greater) return [at + 1, false];
    if (type === token.slash && typeOf(tokens, at + 1) === token.greater) return [at + 2, true];
    if (type === token.openBrace) {
      const inside = typeOf(tokens, at + 1) === token.spread ? at + 2 : at + 1;
      p.expression(inside, tokens.match[at]!, stops.none);
      at = tokens.match[at]! + 1;
    } else if (type === token.less) {
      const end = isName ? endOfTypeArguments(tokens, at, to) : -1;
      at = end > 0 ? p.typeArguments(at, to) : isName ? at + 1 : p.jsxElement(at, to);
    } else if (type === token.word) {
      if (isName && isComponent(p, at)) model.use(at, typeOf(tokens, at - 1) === token.dot ? "member" : "value");
      if (
        typeOf(tokens, at + 1) !== token.dot &&
        typeOf(tokens, at + 1) !== token.minus &&
        typeOf(tokens, at + 1) !== token.colon
      )
        isName = isName && typeOf(tokens, at + 1) === token.less;
      at++;
    } else at++;
  }
  return [to, true];
}
