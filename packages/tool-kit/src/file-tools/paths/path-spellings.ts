/** What a path says besides where a file is. */
export interface LinePosition {
  readonly line: number;
  readonly endLine?: number;
}

/** One reading of a path as it was sent. */
export interface Spelling {
  readonly path: string;
  readonly at?: LinePosition;
  /** What the reading took for something else than a part of the name. */
  readonly why: readonly string[];
  /** Whether a new file gets this name too, because the text as it was sent is never intended. */
  readonly certain: boolean;
}

type Reading = (path: string) => Omit<Spelling, "why"> | undefined;

/** A name whose blanks and signs are all escaped. */
const isEscaped = /^(?=.*\\)(?:[^\s\\"'`]|\\[ !"#$&'()*;<>?[\]^`{|}~])+$/;

/** Ways in which a path is written by editors, shells, compilers and chats. In this order each may apply on top of the others. */
const readings: readonly (readonly [why: string, read: Reading])[] = [
  ["blank space around it", (path) => (path.trim() === path ? undefined : named(path.trim(), false))],
  ["quotes", (path) => named(/^(?:'([^']+)'|`([^`]+)`|<([^<>]+)>)$/.exec(path)?.slice(1).find(Boolean), true)],
  ["a file URL", (path) => named(ofFileUrl(path), true)],
  ["the mark of a mention", (path) => named(/^@(.+)$/s.exec(path)?.[1], false)],
  ["a position", position],
  ["escapes of a shell", (path) => named(isEscaped.test(path) ? withoutEscapes(path) : undefined, true)],
  ["separators of Windows", (path) => named(/^[^/]+\\/.test(path) ? path.replaceAll("\\", "/") : undefined, false)],
  ["the prefix of a diff", (path) => named(/^[abciw]\/(.+)$/s.exec(path)?.[1], false)],
];

/** The readings of a path other than the text itself, those that change least first. */
export function readingsOf(written: string): Spelling[] {
  let found: Spelling[] = [{ path: written, why: [], certain: true }];
  for (const [what, read] of readings) {
    found = found.flatMap((each) => {
      const next = read(each.path);
      if (!next) return [each];
      const at = next.at ?? each.at;
      const certain = next.certain && each.certain;
      return [each, { path: next.path, certain, why: [...each.why, what], ...(at && { at }) }];
    });
  }
  return found.filter(({ why }) => why.length > 0).sort((a, b) => a.why.length - b.why.length);
}

const named = (path: string | undefined, certain: boolean): ReturnType<Reading> =>
  path ? { path, certain } : undefined;

const withoutEscapes = (path: string): string => path.replace(/\\([^\w/\\])/g, (_, char: string) => char);

/** `file:///a%20b`, with the host of this machine or none. */
function ofFileUrl(path: string): string | undefined {
  const rest = /^file:(?:\/\/(?:localhost)?(?=\/))?(\/.*)$/is.exec(path)?.[1];
  if (rest === undefined) return undefined;
  try {
    return decodeURIComponent(rest).replace(/^\/(?=[a-z]:\/)/i, "");
  } catch {
    return rest;
  }
}

/** `a.ts:3`, `a.ts:3:7`, `a.ts:3-9`, `a.ts#L3-L9`, `a.ts(3,7)`, `a.ts, line 3`. */
function position(path: string): ReturnType<Reading> {
  const found =
    /^(?<name>.+?)(?::L?(?<a>\d+)(?::\d+)?(?:[-–]L?(?<b>\d+)(?::\d+)?)?:?|#L?(?<c>\d+)(?:C\d+)?(?:[-–:,]L?(?<d>\d+)(?:C\d+)?)?|\((?<e>\d+)(?:[,:]\s?\d+)?\):?|,?:? lines? (?<f>\d+)(?:\s?[-–]\s?(?<g>\d+))?)$/s.exec(
      path,
    )?.groups;
  if (!found?.name) return undefined;
  const line = Number(found.a ?? found.c ?? found.e ?? found.f);
  const last = found.b ?? found.d ?? found.g;
  if (line < 1) return undefined;
  return { path: found.name, certain: false, at: { line, ...(last !== undefined && { endLine: Number(last) }) } };
}
