import { ToolError } from "@holdall/tool-core";
import { placeholdersIn, type SecretFilter } from "@holdall/tool-core/hidden-secrets";
import { diffLines } from "../edit/diff-lines.ts";
import { applySplices, type TextSplice } from "../text/text-splice.ts";
import { chooseValue, several } from "./choose-value.ts";
import { findParts, type Placeholder, placeholdersOf, type ShownPart, showParts } from "./shown-text.ts";

/** A text as the model was shown it, for a change to be planned on. */
export interface ShownText {
  readonly text: string;
  /** False where it is the real text. */
  readonly hides: boolean;
  /** Whether a stretch of it begins or ends within a placeholder: the words of one are no place for an edit. */
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
  const note = "Lines are counted here as they are shown: a secret of several lines is one.";
  return new ToolError(code, `${message} ${note}`, { hint, data, cause });
}
