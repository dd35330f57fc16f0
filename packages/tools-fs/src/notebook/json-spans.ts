/** The place of a value in a JSON text: `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of an object: the place of its value, and where its key begins. */
export interface Member extends Span {
  readonly key: string;
  readonly keyStart: number;
}

/** The members of the object that begins at an index, in their order. The text must be valid JSON. Linear. */
export function membersAt(text: string, object: number): Member[] {
  const found: Member[] = [];
  for (let at = skipSpace(text, object + 1); text[at] !== "}"; at = afterValue(text, at)) {
    const keyEnd = endOfString(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    found.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, keyStart: at, start, end });
    at = end;
  }
  return found;
}

/** The elements of the array that begins at an index. The text must be valid JSON. Linear. */
export function elementsAt(text: string, array: number): Span[] {
  const found: Span[] = [];
  for (let start = skipSpace(text, array + 1); text[start] !== "]"; ) {
    const end = endOfValue(text, start);
    found.push({ start, end });
    start = afterValue(text, end);
  }
  return found;
}

/** The member that counts where a key stands more than once: as in `JSON.parse`, the last. */
export const memberOf = (members: readonly Member[], key: string): Member | undefined =>
  members.findLast((member) => member.key === key);

/** Where a value ends that begins at an index. */
function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== "{" && first !== "[") return nextOf(/[\s,\]}]|$/g, text, start);
  let depth = 1;
  let at = start + 1;
  while (depth > 0) {
    at = nextOf(/["{}[\]]/g, text, at);
    if (text[at] === '"') at = endOfString(text, at);
    else depth += "{[".includes(text[at++] ?? "") ? 1 : -1;
  }
  return at;
}

/** The first index that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \n\r\t".includes(text[at] ?? "!")) at++;
  return at;
}

/** Past the comma behind a value, or at the closing bracket. */
function afterValue(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text[at] === "," ? skipSpace(text, at + 1) : at;
}

function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (!found) throw new SyntaxError(`The JSON ends inside a value that begins before index ${from}.`);
  return found.index;
}

function endOfString(text: string, start: number): number {
  for (let at = nextQuote(text, start + 1); ; at = nextQuote(text, at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

function nextQuote(text: string, from: number): number {
  const at = text.indexOf('"', from);
  if (at === -1) throw new SyntaxError(`The JSON ends inside a string that begins before index ${from}.`);
  return at;
}
