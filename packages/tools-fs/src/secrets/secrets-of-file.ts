import { ToolError } from "@holdall/tool-core";
import { placeholdersIn, type SecretFilter } from "@holdall/tool-kit/text";
import { diffLines } from "../edit/diff.ts";
import { applySplices, lineEnd, lineStart, listNumbers, type TextSplice } from "../text/lines.ts";

/** A text as the model was shown it, for a change to be planned on. */
export interface ShownText {
  readonly text: string;
  /** False where it is the real text. */
  readonly hides: boolean;
  /** Whether a stretch of it begins or ends within a placeholder: its text is not a place for an edit. */
  cuts(stretch: { readonly start: number; readonly end: number }): boolean;
  /** The change in the real text, with values in place of placeholders. Throws `invalid_input` where one is not certain. */
  real(splices: readonly TextSplice[]): TextSplice[];
  /** An error of planning on this text, whose lines may not be those of the file. */
  explain(error: ToolError): ToolError;
}

/** What placeholders stand for in one file, in all its texts that were shown. */
export interface SecretsOfFile {
  show(text: string): ShownText;
  /** A new text in place of an old one, with values in place of placeholders. */
  rewrite(before: string, after: string): string;
  /** What to put at the end of a text. */
  append(before: string, added: string): string;
}

/** Look for what placeholders stand for in one file, and nowhere else: a value never moves to another file. */
export function createSecrets(path: string, filters: ReadonlySet<SecretFilter>): SecretsOfFile {
  const all: ShownPart[] = [];
  const guesses = new Map<string, { readonly place: Placeholder; readonly value: string }>();

  const resolve = (place: Placeholder, near: readonly ShownPart[], wanted: number): string => {
    const { value, isGuess } = chooseValue(place, { path, near, all, wanted });
    if (!isGuess) return value;
    const other = guesses.get(place.placeholder);
    if (other && other.value !== value)
      throw several(
        place,
        path,
        all.filter((part) => part.placeholder === place.placeholder),
      );
    guesses.set(place.placeholder, { place, value });
    return value;
  };

  const show = (text: string): ShownText => {
    const shown = showParts(text, findParts(text, filters));
    const { parts } = shown;
    all.push(...parts);
    const realIndex = (index: number): number => {
      let shift = 0;
      for (const part of parts) {
        if (index <= part.start) break;
        if (index < part.end && isHidden(part)) throw cutsPlaceholder(part.placeholder, path);
        if (index < part.end) break;
        shift += part.value.length - part.placeholder.length;
      }
      return index + shift;
    };
    return {
      text: shown.text,
      hides: parts.some(isHidden),
      cuts: ({ start, end }) =>
        parts.some(
          (part) => isHidden(part) && start < part.end && end > part.start && (start > part.start || end < part.end),
        ),
      real(splices) {
        const fitted = applySplices(shown.text, splices);
        const after = placeholdersOf(fitted, placeholdersIn(filters, fitted));
        let shift = 0;
        return splices.map((splice) => {
          const from = splice.start + shift;
          const to = from + splice.text.length;
          shift += splice.text.length - (splice.end - splice.start);
          const near = parts.filter(({ start, end }) => start >= splice.start && end <= splice.end);
          const fresh = after.filter(({ start, end }) => start >= from && end <= to);
          const values = fresh.map((place) => ({
            start: place.start - from,
            end: place.end - from,
            text: resolve(place, near, fresh.filter(({ placeholder }) => placeholder === place.placeholder).length),
          }));
          return {
            start: realIndex(splice.start),
            end: realIndex(splice.end),
            text: applySplices(splice.text, values),
          };
        });
      },
      explain: (error) => (parts.some(({ value }) => value.includes("\n")) ? withNote(error) : error),
    };
  };

  return {
    show,
    rewrite(before, after) {
      const shown = show(before);
      return applySplices(before, shown.real(diffLines(shown.text, after)));
    },
    append(before, added) {
      const shown = show(before);
      const end = shown.text.length;
      return shown.real([{ start: end, end, text: added }])[0]?.text ?? "";
    },
  };
}

/** Not the words themselves, standing in the file. */
const isHidden = ({ placeholder, value }: ShownPart): boolean => value !== placeholder;

const cutsPlaceholder = (placeholder: string, path: string): ToolError =>
  new ToolError("invalid_input", `The edit of ${path} would cut ${placeholder} in two. Nothing was written.`, {
    hint: "Quote the placeholder whole, or leave it out.",
    data: { placeholder },
  });

function withNote({ code, message, hint, data, cause }: ToolError): ToolError {
  const note = "Line numbers count lines as they are shown: a secret of several lines is one.";
  return new ToolError(code, `${message} ${note}`, { hint, data, cause });
}

/** Where a placeholder of new text may get its value from. */
interface Sources {
  readonly path: string;
  /** In the text that is replaced, and in all of the file. */
  readonly near: readonly ShownPart[];
  readonly all: readonly ShownPart[];
  /** How often the placeholder is in the text that replaces. */
  readonly wanted: number;
}

/** The value that a placeholder of new text stands for, and whether only its place says so. Throws where none is certain. */
function chooseValue(
  place: Placeholder,
  { path, near, all, wanted }: Sources,
): { readonly value: string; readonly isGuess: boolean } {
  const same = (part: ShownPart) => part.placeholder === place.placeholder;
  const [here, everywhere] = [near.filter(same), all.filter(same)];
  const sure =
    only(everywhere) ??
    onlyOrHere(everywhere, here, ({ line }) => line === place.line) ??
    (place.name === "" ? undefined : onlyOrHere(everywhere, here, ({ name }) => name === place.name));
  if (sure !== undefined) return { value: sure, isGuess: false };
  if (everywhere.length === 0) throw notThere(place, path);
  const isNew = place.name === "" || everywhere.every(({ name }) => name !== place.name);
  const guess = isNew && here.length >= wanted ? only(here) : undefined;
  if (guess === undefined) throw several(place, path, everywhere);
  return { value: guess, isGuess: true };
}

/** The value of all these parts, where it is one. */
function only(parts: readonly ShownPart[]): string | undefined {
  const value = parts[0]?.value;
  return parts.every((part) => part.value === value) ? value : undefined;
}

/** The value of those parts of a file that are like the one wanted, or of those within what is replaced. */
function onlyOrHere(
  everywhere: readonly ShownPart[],
  here: readonly ShownPart[],
  isLike: (part: ShownPart) => boolean,
): string | undefined {
  return only(everywhere.filter(isLike)) ?? only(here.filter(isLike));
}

function notThere({ placeholder, line }: Placeholder, path: string): ToolError {
  return new ToolError(
    "invalid_input",
    `${placeholder} stands for a value that is hidden from you, and ${path} does not have that value: it cannot be restored. Nothing was written.`,
    {
      hint: "Leave it out, or refer to the value by the name of its variable; or ask the user to put the value in. To move a file with secrets use {move_file}.",
      data: { placeholder, line },
    },
  );
}

/** The error where a placeholder could stand for several values of a file. */
export function several({ placeholder, line }: Placeholder, path: string, parts: readonly ShownPart[]): ToolError {
  const values = new Set(parts.map(({ value }) => value));
  const isText = values.has(placeholder) ? ", one of them this literal text" : "";
  const lines = [...new Set(parts.map((part) => JSON.stringify(part.line.slice(0, 80))))];
  return new ToolError(
    "invalid_input",
    `${placeholder} stands for ${values.size} different values in ${path}${isText} (${listNumbers(lines.slice(0, 5), lines.length)}), and which of them ${JSON.stringify(line.slice(0, 80))} means is unclear. Nothing was written.`,
    {
      hint: "Keep those lines as they are shown, and change the others one by one with {edit_file}.",
      data: { placeholder, line, values: values.size },
    },
  );
}

/** A placeholder in a text as it is shown. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
  /** Its line as shown, and the last word in front of it there: the name of a setting, mostly. */
  readonly line: string;
  readonly name: string;
}

/** A placeholder of a file's text, and the text that is really there: itself, where the file has it as text. */
export interface ShownPart extends Placeholder {
  readonly value: string;
}

interface SecretRange {
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** The parts of a real text that are hidden, or look like placeholders of what is, in order and without overlaps. */
function findParts(text: string, filters: ReadonlySet<SecretFilter>): SecretRange[] {
  const hidden = [...filters].flatMap((filter) => filter.hidden(text));
  const words = findAll(text, placeholdersIn(filters, text));
  const parts: SecretRange[] = [];
  for (const part of [...hidden, ...words].sort((a, b) => a.start - b.start || b.end - a.end))
    if (part.start >= (parts.at(-1)?.end ?? 0)) parts.push(part);
  return parts;
}

/** Where placeholders are in a text, word for word. */
function findAll(text: string, placeholders: readonly string[]): SecretRange[] {
  return placeholders.flatMap((placeholder) => {
    const found: SecretRange[] = [];
    for (let at = text.indexOf(placeholder); at !== -1; at = text.indexOf(placeholder, at + placeholder.length))
      found.push({ start: at, end: at + placeholder.length, placeholder });
    return found;
  });
}

/** The placeholders of a text as it is shown, in order. */
function placeholdersOf(text: string, placeholders: readonly string[]): Placeholder[] {
  return findAll(text, placeholders)
    .sort((a, b) => a.start - b.start)
    .map((part) => ({ ...part, ...contextOf(text, part) }));
}

/** A real text with placeholders in place of its parts, and where those are. */
export function showParts(text: string, parts: readonly SecretRange[]): { text: string; parts: ShownPart[] } {
  let shown = "";
  let at = 0;
  const placed = parts.map(({ start, end, placeholder }) => {
    shown += text.slice(at, start) + placeholder;
    at = end;
    return { start: shown.length - placeholder.length, end: shown.length, placeholder, value: text.slice(start, end) };
  });
  shown += text.slice(at);
  return { text: shown, parts: placed.map((part) => ({ ...part, ...contextOf(shown, part) })) };
}

function contextOf(text: string, { start }: SecretRange): Pick<Placeholder, "line" | "name"> {
  const from = lineStart(text, start);
  return {
    line: text.slice(from, lineEnd(text, start)).trim(),
    name: /([\w.$-]+)[^\w.$-]*$/.exec(text.slice(from, start).slice(-200))?.[1] ?? "",
  };
}
