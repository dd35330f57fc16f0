import { ToolError } from "@holdall/tool-core";
import { listNumbers } from "../text/lines.ts";
import type { Placeholder, ShownPart } from "./shown-text.ts";

/** Where a placeholder of new text may get its value from. */
interface Sources {
  readonly path: string;
  /** In the text that is replaced, and in all of the file. */
  readonly near: readonly ShownPart[];
  readonly all: readonly ShownPart[];
  /** How often the placeholder stands in the text that replaces. */
  readonly wanted: number;
}

/** The value that a placeholder of new text stands for, and whether only its place says so. Throws where none is certain. */
export function chooseValue(
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
    `${placeholder} stands for a value that is hidden from you, and ${path} does not have that value: it cannot be put back. Nothing was written.`,
    {
      hint: "Leave it out, or refer to the value by the name of its variable; or ask the user to put the value in. To move a file with secrets use {move_file}.",
      data: { placeholder, line },
    },
  );
}

/** The error where a placeholder could stand for several values of a file. */
export function several({ placeholder, line }: Placeholder, path: string, parts: readonly ShownPart[]): ToolError {
  const values = new Set(parts.map(({ value }) => value));
  const isText = values.has(placeholder) ? ", one of them these very words" : "";
  const lines = [...new Set(parts.map((part) => JSON.stringify(part.line.slice(0, 80))))];
  return new ToolError(
    "invalid_input",
    `${placeholder} stands for ${values.size} different values in ${path}${isText} (${listNumbers(lines.slice(0, 5), lines.length)}), and which of them ${JSON.stringify(line.slice(0, 80))} means is not certain. Nothing was written.`,
    {
      hint: "Keep those lines as they are shown, and change the others with {edit_file}, each by itself.",
      data: { placeholder, line, values: values.size },
    },
  );
}
