import { isWord, type Tokens, textOf, token, typeOf } from "../scan/tokens.ts";
import type { SymbolKind } from "../symbol.ts";
import { skipAngles } from "./_angles.ts";
import { type Declarator, declaratorOf } from "./_declarator.ts";
import type { FoundDefinition } from "./_family.ts";
import { continuesLine } from "./_line-continuation.ts";

export interface Definition {
  readonly kind: SymbolKind;
  /** What is in its braces: members, a list of enum members and then members, or code that is not looked into. */
  readonly body?: "members" | "enum" | "code";
  /** Its members belong to this name's definition elsewhere, and it is not listed itself: `impl`, `extension`. */
  readonly extends?: boolean;
  /** A body inside of the definition: `typedef struct { … } name`, `const Name = struct { … }`. */
  inner?(tokens: Tokens, at: number, to: number): { readonly brace: number; readonly kind: SymbolKind } | undefined;
  /** More names may follow behind commas. */
  readonly list?: boolean;
  /** Finds the name; without it the name is the word behind the keyword. */
  name?(tokens: Tokens, at: number, to: number): number;
}

/** How a language with braces defines things. */
export interface BraceRules {
  readonly modifiers: ReadonlySet<string>;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** A line break ends a statement. */
  readonly lines?: boolean;
  /** A comma ends a member. */
  readonly commas?: boolean;
  /** Words in capitals may be before a definition, as C's macros do. */
  readonly macros?: boolean;
  /** Where `type name(` and `type name =` define: everywhere, or only among the members of a type. */
  readonly declarators?: "all" | "members";
  isExported(modifiers: ReadonlySet<string>, name: string, owner: Owner): boolean;
}

export type Owner = "file" | "interface" | "type";

const maxDepth = 60;

/** Where a definition was recognized, as indexes of tokens, and what it is in. */
interface DefinitionSite {
  readonly definition: Definition;
  readonly begin: number;
  /** Its first decorator, or `begin`. */
  readonly decorated: number;
  readonly keyword: number;
  readonly to: number;
  readonly container: string;
  readonly owner: Owner;
  readonly modifiers: ReadonlySet<string>;
  readonly depth: number;
}
const isMacroWord = (word: string) => /^[A-Z][A-Z0-9_]+$/.test(word);

/** The definitions of a text in braces, statement by statement; bodies of functions are not looked into. */
export function braceOutline(tokens: Tokens, rules: BraceRules): readonly FoundDefinition[] {
  const found: FoundDefinition[] = [];
  walk(0, tokens.count, "", "file", 0);
  return found;

  function walk(from: number, to: number, container: string, owner: Owner, depth: number): void {
    if (depth > maxDepth) return;
    for (let at = from; at < to; ) at = Math.max(at + 1, statement(at, to, container, owner, depth));
  }

  function statement(first: number, to: number, container: string, owner: Owner, depth: number): number {
    const type = typeOf(tokens, first);
    if (type === token.directive || type === token.semicolon || type === token.comma || type === token.closeBrace)
      return first + 1;
    if (type === token.openBrace) {
      walk(first + 1, tokens.match[first]!, container, owner, depth + 1);
      return tokens.match[first]! + 1;
    }
    let begin = first;
    let decorated = skipAttributes(tokens, begin, to);
    const modifiers = new Set<string>();
    let at = decorated;
    while (at < to && typeOf(tokens, at) === token.word) {
      const word = textOf(tokens, at);
      const isMacro = rules.macros === true && isMacroWord(word) && typeOf(tokens, at + 1) === token.word;
      if (
        isMacro &&
        (tokens.first[at + 1] === 1 ||
          rules.definitions.has(textOf(tokens, at + 1)) ||
          rules.modifiers.has(textOf(tokens, at + 1)))
      ) {
        at++;
        if (modifiers.size === 0 && tokens.first[at] === 1) begin = decorated = at;
        continue;
      }
      if (!rules.modifiers.has(word)) break;
      if (rules.definitions.has(word) && definesAt(at)) break;
      modifiers.add(word);
      at = skipAttributes(tokens, skipArguments(at + 1), to);
      if (typeOf(tokens, at) === token.colon) return at + 1;
    }
    const definition = typeOf(tokens, at) === token.word ? rules.definitions.get(textOf(tokens, at)) : undefined;
    if (definition) {
      const end = define({ definition, begin, decorated, keyword: at, to, container, owner, modifiers, depth });
      if (end > 0) return end;
    }
    if (rules.macros && modifiers.size > 0 && typeOf(tokens, at) === token.openBrace) {
      walk(at + 1, tokens.match[at]!, container, owner, depth + 1);
      return tokens.match[at]! + 1;
    }
    if (rules.declarators === "all" || (rules.declarators && owner !== "file")) {
      const declared = declaratorOf(
        tokens,
        at,
        to,
        rules.lines ?? false,
        container.slice(container.lastIndexOf(".") + 1),
      );
      if (declared) return declare(declared, begin, decorated, container, owner, modifiers);
    }
    return endOfStatement(at, to);
  }

  /** `pub(crate)`, `extern "C"`, `template <class T>`. */
  function skipArguments(at: number): number {
    const type = typeOf(tokens, at);
    if (type === token.openParen)
      return isWord(tokens, at - 1, "pub") ||
        isWord(tokens, at - 1, "private") ||
        isWord(tokens, at - 1, "alignas") ||
        isWord(tokens, at - 1, "explicit") ||
        isWord(tokens, at - 1, "noexcept") ||
        isWord(tokens, at - 1, "internal") ||
        isWord(tokens, at - 1, "unowned")
        ? tokens.match[at]! + 1
        : at;
    if (type === token.string) return at + 1;
    if (type === token.less && isWord(tokens, at - 1, "template")) return skipAngles(tokens, at);
    return at;
  }

  /** The word is the definition's keyword and not a modifier of another: `class` in `class func f()`. */
  function definesAt(at: number): boolean {
    if (typeOf(tokens, at + 1) !== token.word) return true;
    const next = textOf(tokens, at + 1);
    return !rules.definitions.has(next) && !rules.modifiers.has(next);
  }

  function define({
    definition,
    begin,
    decorated,
    keyword,
    to,
    container,
    owner,
    modifiers,
    depth,
  }: DefinitionSite): number {
    const nameAt = definition.name ? definition.name(tokens, keyword, to) : keyword + 1;
    const type = typeOf(tokens, nameAt);
    if (nameAt < 0 || nameAt >= to || (type !== token.word && type !== token.string)) return -1;
    let last = nameAt;
    while (
      typeOf(tokens, last + 1) === token.dot ||
      typeOf(tokens, last + 1) === token.path ||
      typeOf(tokens, last + 1) === token.backslash
    )
      last += 2;
    const name = tokens.text
      .slice(tokens.start[definition.name ? last : nameAt]!, tokens.end[last]!)
      .replace(/::|\\/g, ".")
      .replace(/^["'$]|["']$/g, "");
    const { body, end } = bodyOf(last + 1, to);
    const hasBody = body >= 0;
    const isMethod = definition.kind === "function" && owner !== "file";
    const isEnum = modifiers.has("enum") && definition.kind === "class";
    const inner = definition.inner?.(tokens, keyword, to);
    const anonymous =
      rules.definitions.has(name) &&
      nameAt >= keyword &&
      tokens.text.startsWith(name, tokens.start[keyword]!) &&
      rules.macros;
    if (definition.list) {
      for (let i = nameAt + 1; i < end; i++) {
        if (tokens.match[i]! > i) i = tokens.match[i]!;
        if (typeOf(tokens, i) !== token.comma || typeOf(tokens, i + 1) !== token.word) continue;
        const start = tokens.start[i + 1]!;
        found.push({
          name: textOf(tokens, i + 1),
          kind: definition.kind,
          container,
          exported: rules.isExported(modifiers, name, owner),
          nameStart: start,
          start,
          end: tokens.end[i + 1]!,
        });
      }
    }
    if (!definition.extends && !anonymous && name !== "_") {
      found.push({
        name,
        kind: isMethod
          ? "method"
          : isEnum
            ? "enum"
            : inner && definition.kind !== "type"
              ? inner.kind
              : definition.kind,
        container,
        exported: rules.isExported(modifiers, name, owner),
        nameStart: tokens.start[last]!,
        start: tokens.start[decorated]!,
        end: tokens.end[end - 1]!,
        bodyStart: hasBody ? tokens.start[body]! : undefined,
        decoratorStart: decorated > begin ? tokens.start[begin]! : undefined,
      });
    }
    if (inner) {
      const close = Math.min(tokens.match[inner.brace]!, to);
      const path = container === "" ? name : `${container}.${name}`;
      const members = inner.kind === "enum" ? enumMembers(inner.brace + 1, close, path) : inner.brace + 1;
      walk(members, close, path, "type", depth + 1);
    }
    if (hasBody && definition.body !== "code" && definition.body !== undefined) {
      const path = anonymous ? container : container === "" ? name : `${container}.${name}`;
      const inside =
        definition.kind === "namespace" || definition.kind === "module"
          ? "file"
          : definition.kind === "interface" || definition.kind === "trait"
            ? "interface"
            : "type";
      const close = Math.min(tokens.match[body]!, to);
      const members =
        isEnum || (definition.body === "enum" && definition.kind !== "class")
          ? enumMembers(body + 1, close, path)
          : body + 1;
      walk(members, close, path, inside, depth + 1);
    } else if (
      !hasBody &&
      definition.body === "members" &&
      definition.kind === "namespace" &&
      typeOf(tokens, end - 1) === token.semicolon
    ) {
      walk(end, to, name, "file", depth + 1);
      return to;
    }
    return end;
  }

  /** Where the body's brace stands, -1 without one, and the token behind the definition. */
  function bodyOf(from: number, to: number): { body: number; end: number } {
    let assigned = false;
    let angles = 0;
    for (let at = from; at < to; at++) {
      const type = typeOf(tokens, at);
      if (type === token.less) angles++;
      if (type === token.greater && angles > 0) angles--;
      if (type === token.semicolon) return { body: -1, end: at + 1 };
      if (type === token.closeBrace) return { body: -1, end: at };
      if (type === token.openBrace) {
        const end = Math.min(tokens.match[at]! + 1, to);
        if (!assigned) return { body: at, end };
        if (rules.lines) {
          at = end - 1;
          continue;
        }
      }
      if ((type === token.equals && angles === 0) || type === token.arrow) assigned = true;
      if (rules.lines && at > from && tokens.first[at] === 1 && !continuesLine(tokens, at))
        return { body: -1, end: at };
      if (rules.lines && at === from && tokens.first[at] === 1 && !continuesLine(tokens, at))
        return { body: -1, end: at };
      if (tokens.match[at]! > at) at = Math.min(tokens.match[at]!, to - 1);
    }
    return { body: -1, end: to };
  }

  function endOfStatement(from: number, to: number): number {
    for (let at = from; at < to; at++) {
      const type = typeOf(tokens, at);
      if (type === token.semicolon || type === token.closeBrace) return at + 1;
      if (rules.commas && type === token.comma) return at + 1;
      if (type === token.directive && at > from) return at;
      if (rules.lines && at > from && tokens.first[at] === 1 && !continuesLine(tokens, at)) return at;
      const close = tokens.match[at]!;
      if (close > at) {
        if (
          type === token.openBrace &&
          typeOf(tokens, close + 1) !== token.semicolon &&
          typeOf(tokens, close + 1) !== token.comma &&
          typeOf(tokens, close + 1) !== token.dot &&
          typeOf(tokens, close + 1) !== token.closeParen
        )
          return Math.min(close + 1, to);
        at = close;
      }
    }
    return to;
  }

  function declare(
    declared: Declarator,
    begin: number,
    decorated: number,
    container: string,
    owner: Owner,
    modifiers: ReadonlySet<string>,
  ): number {
    const outer = [container, ...declared.qualifiers].filter(Boolean).join(".");
    const own = (declared.qualifiers.at(-1) ?? container.slice(container.lastIndexOf(".") + 1)) === declared.name;
    const member = owner !== "file" || declared.qualifiers.length > 0;
    const constant =
      modifiers.has("const") || (modifiers.has("static") && modifiers.has("final")) || modifiers.has("constexpr");
    const kind = declared.isFunction
      ? own && member
        ? "constructor"
        : member
          ? "method"
          : "function"
      : declared.hasBody
        ? "property"
        : constant
          ? "constant"
          : member
            ? "field"
            : "variable";
    found.push({
      name: declared.name,
      kind,
      container: outer,
      exported: rules.isExported(modifiers, declared.name, owner),
      nameStart: tokens.start[declared.nameAt]!,
      start: tokens.start[decorated]!,
      end: tokens.end[declared.end - 1]!,
      bodyStart: declared.body >= 0 ? tokens.start[declared.body]! : undefined,
      decoratorStart: decorated > begin ? tokens.start[begin]! : undefined,
    });
    return declared.end;
  }

  /** The names at the beginning of an enum; returns where its other members begin. */
  function enumMembers(from: number, to: number, container: string): number {
    let at = from;
    while (at < to) {
      at = skipAttributes(tokens, at, to);
      if (typeOf(tokens, at) === token.semicolon) return at + 1;
      if (typeOf(tokens, at) === token.directive || typeOf(tokens, at) === token.comma) {
        at++;
        continue;
      }
      const word = textOf(tokens, at);
      if (typeOf(tokens, at) !== token.word || rules.modifiers.has(word) || rules.definitions.has(word)) return at;
      let end = at + 1;
      while (end < to && typeOf(tokens, end) !== token.comma && typeOf(tokens, end) !== token.semicolon) {
        end = tokens.match[end]! > end ? tokens.match[end]! + 1 : end + 1;
      }
      end = Math.min(end, to);
      found.push({
        name: word,
        kind: "enum_member",
        container,
        exported: true,
        nameStart: tokens.start[at]!,
        start: tokens.start[at]!,
        end: tokens.end[end - 1]!,
      });
      at = end;
    }
    return to;
  }
}

/** Behind `@Name(…)`, `#[…]` and `[…]`. */
function skipAttributes(tokens: Tokens, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const type = typeOf(tokens, at);
    if (type === token.at && typeOf(tokens, at + 1) === token.word && !isWord(tokens, at + 1, "interface")) {
      at += 2;
      while (typeOf(tokens, at) === token.dot || typeOf(tokens, at) === token.colon) at += 2;
      if (typeOf(tokens, at) === token.openParen && tokens.first[at] === 0) at = tokens.match[at]! + 1;
    } else if (
      type === token.hash &&
      (typeOf(tokens, at + 1) === token.openBracket || typeOf(tokens, at + 2) === token.openBracket)
    ) {
      at = tokens.match[typeOf(tokens, at + 1) === token.openBracket ? at + 1 : at + 2]! + 1;
    } else if (
      type === token.openBracket &&
      tokens.match[at]! > at &&
      (tokens.first[at] === 1 || typeOf(tokens, at - 1) === token.closeBracket || at === from)
    ) {
      at = tokens.match[at]! + 1;
    } else break;
  }
  return Math.min(at, to);
}
