import { collapse, type Element, imageSource, lineOf, type Node, resolveUrl, textOf } from "../tree.ts";

type Kind = "em" | "strong" | "del";

/** A piece of a line before it is written: text to escape, finished Markdown, or one end of an emphasis. */
type InlinePiece =
  | { readonly type: "text"; value: string; readonly isInLink: boolean }
  | { readonly type: "done"; readonly value: string }
  | { readonly type: "open" | "close"; readonly kind: Kind; mark: string; partner?: InlinePiece };

const kinds: Readonly<Record<string, Kind>> = {
  em: "em",
  i: "em",
  cite: "em",
  dfn: "em",
  var: "em",
  b: "strong",
  strong: "strong",
  del: "del",
  s: "del",
  strike: "del",
};

/** Elements whose content is shown as code. */
const codeTags = new Set(["code", "kbd", "samp", "tt"]);

/** Collects the nodes of one paragraph and writes them as Markdown. */
export interface InlineRun {
  add(node: Node): void;
  /** The paragraph; lines are ended by hard breaks only. Empty when nothing in it shows. */
  end(breaks?: "lines" | "spaces"): string;
}

/** Start a paragraph. `base` makes addresses absolute; `link` wraps all of it. */
export function inlineRun(base: string | undefined): InlineRun {
  let pieces: InlinePiece[] = [];
  let waiting: InlinePiece[] = [];
  let needsSpace = false;
  let isFresh = true;
  let linkDepth = 0;

  return { add, end };

  function add(node: Node): void {
    if (typeof node === "string") addText(node);
    else if (Object.hasOwn(kinds, node.tag)) addMarked(node, kinds[node.tag]!);
    else if (node.tag === "br") addBreak();
    else if (node.tag === "img") addImage(node);
    else if (node.tag === "a" && node.attributes.href !== undefined && linkDepth === 0) addLink(node);
    else if (codeTags.has(node.tag)) addCode(node);
    else if (node.tag === "input") put(`[${node.attributes.checked === undefined ? " " : "x"}]`);
    else if (node.tag === "math") addFormula(node);
    else if (node.tag === "q") addAround(node, "“", "”");
    else if (node.tag === "sup" || node.tag === "sub") addRaised(node);
    else node.children.forEach(add);
  }

  function addText(text: string): void {
    const line = collapse(text);
    const from = line.startsWith(" ") ? 1 : 0;
    const to = line.length > 1 && line.endsWith(" ") ? line.length - 1 : line.length;
    if (from > 0) needsSpace = true;
    if (from < to) {
      const part = line.slice(from, to);
      const wide = waiting.length > 0 ? /^\s+/.exec(part)?.[0] : undefined;
      if (wide) addWide(wide, part.slice(wide.length));
      else show({ type: "text", value: part, isInLink: linkDepth > 0 });
    }
    if (to < line.length) needsSpace = true;
  }

  /** No-break spaces at the start of an emphasis are before it, or it would be none. */
  function addWide(space: string, rest: string): void {
    const opening = waiting.filter(({ type }) => type === "open");
    waiting = waiting.filter(({ type }) => type !== "open");
    show({ type: "text", value: space, isInLink: linkDepth > 0 });
    waiting = opening;
    if (rest !== "") addText(rest);
  }

  /** Take no-break spaces off the end of what is written. */
  function takeWide(): string {
    const last = pieces[pieces.length - 1];
    if (last?.type !== "text") return "";
    const kept = last.value.trimEnd();
    const taken = last.value.slice(kept.length);
    last.value = kept;
    return taken;
  }

  /** Write what waited for something to show, then that. */
  function show(piece: InlinePiece): void {
    if (needsSpace && !isFresh) pushText(" ");
    needsSpace = false;
    isFresh = false;
    pieces.push(...waiting);
    waiting = [];
    if (piece.type === "text") pushText(piece.value, piece.isInLink);
    else pieces.push(piece);
  }

  function pushText(value: string, isInLink = linkDepth > 0): void {
    const last = pieces[pieces.length - 1];
    if (last?.type === "text" && last.isInLink === isInLink) last.value += value;
    else pieces.push({ type: "text", value, isInLink });
  }

  function put(value: string): void {
    show({ type: "done", value });
  }

  function addMarked(node: Element, kind: Kind): void {
    const opening: InlinePiece = { type: "open", kind, mark: "" };
    waiting.push(opening);
    for (const child of node.children) add(child);
    const unused = waiting.indexOf(opening);
    if (unused >= 0) waiting.splice(unused, 1);
    else {
      const wide = takeWide();
      pieces.push({ type: "close", kind, mark: "", partner: opening });
      if (wide) pushText(wide);
    }
  }

  function addBreak(): void {
    needsSpace = false;
    if (!isFresh) pieces.push({ type: "done", value: "\n" });
    isFresh = true;
  }

  function addImage({ attributes }: Element): void {
    const alt = (attributes.alt ?? "").replace(/\s+/g, " ").trim();
    const source = imageSource(attributes);
    if (source === undefined) {
      if (alt) addText(alt);
      return;
    }
    const name = escapeText(alt, { before: " ", after: " ", isInLink: true });
    put(`![${name}](${address(source, attributes.title)})`);
  }

  function addLink(node: Element): void {
    const { href = "", title } = node.attributes;
    if (href.includes("#") && /^[#¶§🔗]$/u.test(lineOf(node))) return;
    if (/^\s*(javascript|vbscript|data):/i.test(href)) {
      node.children.forEach(add);
      return;
    }
    const before = pieces.length;
    const opening: InlinePiece = { type: "done", value: "[" };
    waiting.push(opening);
    linkDepth++;
    for (const child of node.children) add(child);
    linkDepth--;
    const unused = waiting.indexOf(opening);
    if (unused < 0) {
      pieces.push({ type: "done", value: `](${address(href, title)})` });
      return;
    }
    waiting.splice(unused, 1);
    const name = node.attributes["aria-label"] ?? title;
    if (name && pieces.length === before)
      put(`[${escapeText(name, { before: " ", after: " ", isInLink: true })}](${address(href)})`);
  }

  function address(url: string, title?: string): string {
    const target = escapeAddress(base === undefined ? url : resolveUrl(url, base));
    return title ? `${target} "${escapeTitle(title)}"` : target;
  }

  function addCode(node: Element): void {
    const linked = node.children.length === 1 && node.children[0];
    if (linked && typeof linked !== "string" && linked.tag === "a") {
      add({ ...linked, children: [{ ...node, children: linked.children }] });
      return;
    }
    const code = textOf(node);
    if (code !== "" && !/^\n* *\n+$/.test(code)) put(codeSpan(code));
  }

  function addFormula(node: Element): void {
    const tex = node.attributes.alttext ?? annotation(node);
    if (tex) put(`$${tex.trim().replace(/\s+/g, " ")}$`);
    else for (const child of node.children) add(child);
  }

  function addAround(node: Element, opening: string, closing: string): void {
    addText(opening);
    for (const child of node.children) add(child);
    pushText(closing);
  }

  function addRaised(node: Element): void {
    const isBare = node.children.every((child) => typeof child === "string");
    if (!isBare || lineOf(node) === "" || pieces.length === 0) {
      node.children.forEach(add);
      return;
    }
    put(`<${node.tag}>`);
    for (const child of node.children) add(child);
    pieces.push({ type: "done", value: `</${node.tag}>` });
  }

  function end(breaks: "lines" | "spaces" = "lines"): string {
    while (pieces.length > 0 && isBreak(pieces[pieces.length - 1]!)) pieces.pop();
    chooseMarks(pieces);
    const whole = pieces.map((piece, i) => written(piece, i, pieces)).join("");
    pieces = [];
    waiting = [];
    needsSpace = false;
    isFresh = true;
    if (breaks === "spaces") return whole.replaceAll("\n", " ");
    return whole.includes("\n") ? whole.split("\n").map(escapeLineStart).join("  \n") : escapeLineStart(whole);
  }
}

function annotation(node: Node): string | undefined {
  if (typeof node === "string") return undefined;
  if (node.tag === "annotation" && node.attributes.encoding?.includes("tex")) return textOf(node);
  for (const child of node.children) {
    const found = annotation(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function written(piece: InlinePiece, i: number, pieces: readonly InlinePiece[]): string {
  if (piece.type !== "text") return piece.type === "done" ? piece.value : piece.mark;
  const before = edge(pieces[i - 1], -1);
  return escapeText(piece.value, { before, after: edge(pieces[i + 1], 0), isInLink: piece.isInLink });
}

/** The character of a piece that touches its neighbor. */
function edge(piece: InlinePiece | undefined, at: 0 | -1): string {
  if (piece === undefined) return "";
  return (piece.type === "text" || piece.type === "done" ? piece.value : piece.mark || "*").at(at) ?? "";
}

/** Asterisks, or underscores where asterisks would join those beside or around them. */
function chooseMarks(pieces: readonly InlinePiece[]): void {
  const around: string[] = [];
  const ends = new Map<InlinePiece | undefined, number>();
  pieces.forEach((piece, i) => {
    if (piece.type === "close") ends.set(piece.partner, i);
  });
  pieces.forEach((piece, i) => {
    if (piece.type === "close") {
      piece.mark = piece.partner?.type === "open" ? piece.partner.mark : "";
      around.pop();
    }
    if (piece.type !== "open") return;
    piece.mark = markFor(piece.kind, i, ends.get(piece) ?? pieces.length, pieces, around);
    around.push(piece.mark);
  });
}

function markFor(
  kind: Kind,
  i: number,
  closing: number,
  pieces: readonly InlinePiece[],
  around: readonly string[],
): string {
  if (kind === "del") return "~~";
  const length = kind === "em" ? 1 : 2;
  const before = pieces[i - 1];
  const outside = [edge(before, -1), edge(pieces[closing + 1], 0)];
  const mayUnderscore = outside.every((character) => !/[\p{L}\p{N}_]/u.test(character));
  const outer = around.at(-1);
  const joins =
    (before?.type === "close" && before.mark.startsWith("*")) ||
    (outer?.startsWith("*") === true && (outer.length === length || (kind === "em" && before?.type === "open")));
  return (joins && mayUnderscore ? "_" : "*").repeat(length);
}

function isBreak(piece: InlinePiece): boolean {
  return piece.type === "done" && piece.value === "\n";
}

/** Where a text stands: what comes before and after it on its line, and whether brackets must not close a link. */
export interface TextPlace {
  readonly before: string;
  readonly after: string;
  readonly isInLink: boolean;
}

const special = /[\\`*_[\]<&!~]/;
const word = /[\p{L}\p{N}]/u;

/** Text such that a Markdown reader sees these characters and no markup; no more is escaped than that takes. */
export function escapeText(text: string, { before, after, isInLink }: TextPlace): string {
  if (!special.test(text)) return text;
  let out = "";
  let copied = 0;
  for (let i = 0; i < text.length; i++) {
    if (!special.test(text[i]!)) continue;
    const previous = i > 0 ? text[i - 1]! : before;
    const next = i + 1 < text.length ? text[i + 1]! : after;
    if (!mustEscape(text, i, previous, next, isInLink)) continue;
    out += `${text.slice(copied, i)}\\`;
    copied = i;
  }
  return out + text.slice(copied);
}

function mustEscape(text: string, i: number, previous: string, next: string, isInLink: boolean): boolean {
  switch (text[i]) {
    case "\\":
      return next === "" || next === "\n" || /[!-/:-@[-`{-~]/.test(next);
    case "`":
      return true;
    case "*":
      return !(isBlank(previous) && isBlank(next));
    case "_":
      return !(isBlank(previous) && isBlank(next)) && !(word.test(previous) && word.test(next));
    case "[":
      return isInLink || opensLink(text, i);
    case "]":
      return isInLink || next === "" || next === "(" || next === "[" || next === ":";
    case "!":
      return next === "[" && i + 1 === text.length;
    case "<":
      return /[a-z/!?]/i.test(next) || next === "";
    case "&":
      return /^&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(i, i + 40));
    default:
      return previous === "~" || next === "~";
  }
}

/** A footnote or a task box at the start of the line; other brackets are escaped at their end. */
function opensLink(text: string, i: number): boolean {
  return text[i + 1] === "^" || (i === 0 && /^\[[ xX]\]\s/.test(text));
}

function isBlank(character: string): boolean {
  return character === "" || /\s/.test(character);
}

/** Make a line of finished inline Markdown start no block: no heading, list, quote, rule or underline. */
export function escapeLineStart(line: string): string {
  const listed = /^(\d{1,9})([.)])(?=\s|$)/.exec(line);
  if (listed) return `${listed[1]}\\${line.slice(listed[1]!.length)}`;
  if (/^(#{1,6}(\s|$)|[-+*](\s|$)|>|=+\s*$|~~~|-{2,}\s*$|[-_*]( *[-_*]){2,}\s*$|\|)/.test(line)) return `\\${line}`;
  return line;
}

/** The address of a link or image. */
export function escapeAddress(url: string): string {
  const clean = url.trim().replace(/[\n\r\t]/g, "");
  if (clean === "") return "<>";
  const safe = clean
    .replace(/&(?=(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, "\\&")
    .replace(/\\(?=[!-%'-/:-@[-`{-~])/g, "\\\\");
  if (/[ <>]|\p{Cc}/u.test(safe)) return `<${safe.replace(/[<>]/g, "\\$&")}>`;
  return isBalanced(safe) ? safe : safe.replace(/[()]/g, "\\$&");
}

export function escapeTitle(title: string): string {
  return title
    .replace(/\n\s*\n/g, "\n")
    .replace(/&(?=(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});)/gi, "\\&")
    .replace(/\\(?=[!-%'-/:-@[-`{-~])|"/g, "\\$&");
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

/** Code between as many backticks as it takes. */
export function codeSpan(code: string): string {
  const line = code.replace(/\n/g, " ");
  const fence = fenceFor(line, 1);
  const isPadded = /^`|`$/.test(line) || /^ .*[^ ].* $/.test(line);
  return isPadded ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A run of backticks that does not occur in the text. */
export function fenceFor(text: string, min: number): string {
  const runs = new Set(text.match(/`+/g)?.map((run) => run.length));
  let length = min;
  while (min === 1 ? runs.has(length) : [...runs].some((run) => run >= length)) length++;
  return "`".repeat(length);
}
