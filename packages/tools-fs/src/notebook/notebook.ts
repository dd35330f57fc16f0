import { type Path, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { toDotPath } from "zod/v4/core";
import { elementsAt, type Member, memberOf, membersAt, type Span, skipSpace } from "./json-spans.ts";

/** A notebook of nbformat 4 that is valid, and the text it was parsed from. */
export interface Notebook {
  readonly text: string;
  readonly minor: number;
  readonly language: string | undefined;
  /** Where the list of cells is, and where each cell is. */
  readonly list: Span;
  readonly cells: readonly NotebookCell[];
}

export interface NotebookCell extends Span {
  /** From 1. */
  readonly number: number;
  /** The cell's own id; where it has none, or shares it, one made from what the cell says. */
  readonly id: string;
  /** False for an id that was made. */
  readonly ownId: boolean;
  readonly type: string;
  readonly source: string;
  readonly members: readonly Member[];
  /** The parsed cell. */
  readonly value: CellValue;
}

/** A cell as JSON; `notebookProblem` has seen that it is one. */
export interface CellValue {
  readonly id?: unknown;
  readonly cell_type: string;
  readonly source?: string | readonly string[];
  readonly execution_count?: number | null;
  readonly outputs?: readonly OutputValue[];
  readonly attachments?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface OutputValue {
  readonly output_type: string;
  readonly name?: string;
  readonly text?: string | readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly ename?: string;
  readonly evalue?: string;
  readonly traceback?: readonly string[];
}

interface NotebookValue {
  readonly nbformat?: unknown;
  readonly nbformat_minor: number;
  readonly cells: readonly CellValue[];
  readonly metadata: { readonly language_info?: { name: string }; readonly kernelspec?: { language?: unknown } };
}

/** Parse a notebook. Throws `parse_error` for one that is broken or invalid, `unsupported` for other formats than 4. */
export function parseNotebook(text: string, path: Path): Notebook {
  const value = parseJson(text, path);
  const format = (value as Partial<NotebookValue> | null)?.nbformat;
  if (typeof format === "number" && format !== 4) {
    throw new ToolError(
      "unsupported",
      `${path} is a notebook of nbformat ${format}; only nbformat 4 and later can be edited.`,
      {
        hint: "Convert it first: jupyter nbconvert --to notebook --nbformat 4 --inplace. Nothing was changed.",
        data: { path, nbformat: format },
      },
    );
  }
  const problem = format === 4 ? notebookProblem(value) : "nbformat is missing or not a number";
  if (problem) throw invalid(path, problem);
  const { nbformat_minor, cells, metadata } = value as NotebookValue;
  const list = memberOf(membersAt(text, skipSpace(text, 0)), "cells")!;
  const ids = cellIds(cells);
  return {
    text,
    minor: nbformat_minor,
    language: languageOf(metadata),
    list: { start: list.start, end: list.end },
    cells: elementsAt(text, list.start).map(({ start, end }, i) => {
      const cell = cells[i]!;
      const { id, own } = ids[i]!;
      const source = joined(cell.source);
      return {
        start,
        end,
        number: i + 1,
        id,
        ownId: own,
        type: cell.cell_type,
        source,
        members: membersAt(text, start),
        value: cell,
      };
    }),
  };
}

function parseJson(text: string, path: Path): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(path, `it is not JSON (${(cause as Error).message.slice(0, 160)})`);
  }
}

const invalid = (path: Path, problem: string): ToolError =>
  new ToolError("parse_error", `${path} is not a valid notebook: ${problem}.`, {
    hint: "Nothing was changed. Correct that with {edit_file}, which edits the file as text.",
    data: { path, problem },
  });

const languageOf = ({ language_info, kernelspec }: NotebookValue["metadata"]): string | undefined => {
  const language = language_info?.name ?? kernelspec?.language;
  return typeof language === "string" ? language : undefined;
};

/** Text that nbformat keeps as one string or as a list of lines. */
export const joined = (value: unknown): string =>
  Array.isArray(value) ? value.join("") : typeof value === "string" ? value : "";

/**
 * A unique id for every cell: its own where it has a valid one that no other cell has. Else one from its type and
 * source, so that it stays while other cells come and go, and is another one as soon as the cell says something else.
 */
function cellIds(cells: readonly CellValue[]): { readonly id: string; readonly own: boolean }[] {
  const uses = new Map<unknown, number>();
  for (const { id } of cells) uses.set(id, (uses.get(id) ?? 0) + 1);
  const taken = new Set<string>();
  for (const { id } of cells) if (isCellId(id)) taken.add(id);
  const repeats = new Map<string, number>();
  return cells.map((cell) => {
    if (isCellId(cell.id) && uses.get(cell.id) === 1) return { id: cell.id, own: true };
    const seed = `${cell.cell_type}\n${joined(cell.source)}`;
    const nth = (repeats.get(seed) ?? 0) + 1;
    repeats.set(seed, nth);
    const id = freeId(seed, taken, nth);
    taken.add(id);
    return { id, own: false };
  });
}

/** Eight hexadecimal digits made from a text; for its second use, and when they are taken, with a number behind. */
export function freeId(seed: string, taken: ReadonlySet<string>, nth = 1): string {
  const base = hash(seed);
  let id = nth === 1 ? base : `${base}-${nth}`;
  for (let n = nth + 1; taken.has(id); n++) id = `${base}-${n}`;
  return id;
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(16).padStart(8, "0");
}

/** True for what nbformat 4.5 takes as the id of a cell. */
const isCellId = (value: unknown): value is string => typeof value === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(value);

/** What an error says of a value that is not what it must be. */
const not = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? "is missing" : `is not ${what}`),
});

const text = z.string(not("a string"));
const flag = z.boolean(not("true or false"));
const object = z.looseObject({}, not("an object"));
const strings = z.array(text, not("a list of strings"));
const lines = z.union([z.string(), z.array(z.string())], not("a string or a list of strings"));
const count = z.union([z.null(), z.int().nonnegative()], not("a whole number or null"));
const fields = (shape: z.ZodRawShape) => z.looseObject(shape, not("an object"));
const valuesOf = (value: z.ZodType) => z.record(z.string(), value, not("an object"));

/** Content by media type: JSON kinds hold any value, all others text. */
const bundle = valuesOf(z.unknown()).superRefine((value, ctx) => {
  for (const [type, content] of Object.entries(value)) {
    if (/^application\/(.*\+)?json$/.test(type) || lines.safeParse(content).success) continue;
    ctx.addIssue({ code: "custom", message: "is not a string or a list of strings", path: [type] });
  }
});

/** An object whose kind says what else it must hold; unknown kinds are valid in newer formats. */
const byKind = (key: string, kinds: Readonly<Record<string, z.ZodType>>, isNewer: boolean) =>
  fields({ [key]: text }).superRefine((value, ctx) => {
    const kind = String(value[key]);
    const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    const problem = known?.safeParse(value).error?.issues[0];
    if (problem) ctx.addIssue({ code: "custom", message: problem.message, path: [...problem.path] });
    if (known || isNewer) return;
    ctx.addIssue({ code: "custom", message: `is "${kind}", which nbformat 4 does not have`, path: [key] });
  });

/**
 * The first thing that makes a notebook of nbformat 4 invalid, as `cells[2].source is missing`; nothing when it is valid.
 * Fields that the format does not name are accepted, as are missing ids: both are common and harmless.
 * Source: nbformat's JSON schemas 4.0 to 4.5.
 */
function notebookProblem(notebook: unknown): string | undefined {
  const minor = Number(
    fields({ nbformat_minor: z.int().nonnegative() }).safeParse(notebook).data?.nbformat_minor ?? -1,
  );
  if (minor < 0) return "nbformat_minor is missing or not a number";
  const isNewer = minor > 5;
  const outputs = {
    execute_result: fields({ data: bundle, metadata: object, execution_count: count }),
    display_data: fields({ data: bundle, metadata: object }),
    stream: fields({ name: text, text: lines }),
    error: fields({ ename: text, evalue: text, traceback: strings }),
  };
  const shared = { name: text.optional(), tags: strings.optional(), jupyter: object.optional() };
  const run = {
    collapsed: flag.optional(),
    scrolled: z.union([z.boolean(), z.literal("auto")], not('true, false or "auto"')).optional(),
    execution: valuesOf(text).optional(),
  };
  const every = {
    source: lines,
    ...(minor >= 5 && { id: z.custom(isCellId, not("an id of 1 to 64 letters, digits, - and _")).optional() }),
  };
  const attachments = valuesOf(bundle).optional();
  const cells = {
    code: fields({
      ...{ metadata: fields({ ...shared, ...run }), ...every, execution_count: count },
      outputs: z.array(byKind("output_type", outputs, isNewer), not("a list")),
    }),
    markdown: fields({ metadata: fields(shared), ...every, attachments }),
    raw: fields({ metadata: fields({ ...shared, format: text.optional() }), ...every, attachments }),
  };
  const metadata = fields({
    kernelspec: fields({ name: text, display_name: text.optional() }).optional(),
    language_info: fields({ name: text }).optional(),
    orig_nbformat: count.optional(),
    title: text.optional(),
    authors: z.array(z.unknown(), not("a list")).optional(),
  });
  const whole = fields({ metadata, cells: z.array(byKind("cell_type", cells, isNewer), not("a list")) });
  const problem = whole.safeParse(notebook).error?.issues[0];
  return problem && `${toDotPath(problem.path)} ${problem.message}`;
}
