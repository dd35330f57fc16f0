import { type Path, ToolError } from "@holdall/tool-core";
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
      `${path} is a notebook of nbformat ${format}; its cells are known from nbformat 4 on.`,
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
    hint: "Nothing was changed. Correct that place with {edit_file}, which takes the file as text.",
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

/** What is wrong with a value, as `cells[2].source: is missing`; nothing when it is right. */
type Check = (value: unknown, where: string) => string | undefined;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ofType =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value, where) =>
    value === undefined ? `${where} is missing` : test(value) ? undefined : `${where} is not ${what}`;

const text = ofType("a string", (value) => typeof value === "string");
const flag = ofType("true or false", (value) => typeof value === "boolean");
const object = ofType("an object", isFields);
const strings = ofType("a list of strings", (value) => Array.isArray(value) && value.every(isString));
const lines = ofType(
  "a string or a list of strings",
  (value) => isString(value) || (Array.isArray(value) && value.every(isString)),
);
const count = ofType(
  "a whole number or null",
  (value) => value === null || (Number.isInteger(value) && Number(value) >= 0),
);
const cellId = ofType("an id of 1 to 64 letters, digits, - and _", isCellId);

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** True for what nbformat 4.5 takes as the id of a cell. */
function isCellId(value: unknown): value is string {
  return typeof value === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(value);
}

/** An object with these fields at least; those that end in `?` may be absent. Other fields are nobody's business. */
const fields =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value, where) => {
    if (!isFields(value)) return object(value, where);
    return firstOf(Object.entries(shape), ([name, check]) => {
      const key = name.replace(/\?$/, "");
      return key !== name && value[key] === undefined ? undefined : check(value[key], where ? `${where}.${key}` : key);
    });
  };

const each =
  (check: Check): Check =>
  (value, where) =>
    Array.isArray(value)
      ? firstOf([...value.entries()], ([i, item]) => check(item, `${where}[${i}]`))
      : ofType("a list", () => false)(value, where);

const valuesOf =
  (check: Check): Check =>
  (value, where) =>
    isFields(value)
      ? firstOf(Object.entries(value), ([key, item]) => check(item, `${where}.${key}`))
      : object(value, where);

/** Content by media type: JSON kinds hold any value, all others text. */
const bundle: Check = (value, where) =>
  isFields(value)
    ? firstOf(Object.entries(value), ([type, item]) =>
        /^application\/(.*\+)?json$/.test(type) ? undefined : lines(item, `${where}["${type}"]`),
      )
    : object(value, where);

const outputs: Readonly<Record<string, Check>> = {
  execute_result: fields({ data: bundle, metadata: object, execution_count: count }),
  display_data: fields({ data: bundle, metadata: object }),
  stream: fields({ name: text, text: lines }),
  error: fields({ ename: text, evalue: text, traceback: strings }),
};

const shared = { "name?": text, "tags?": strings, "jupyter?": object };
const scrolled = ofType('true, false or "auto"', (value) => typeof value === "boolean" || value === "auto");
const codeMetadata = fields({ ...shared, "collapsed?": flag, "scrolled?": scrolled, "execution?": valuesOf(text) });

const cells: Readonly<Record<string, (newer: boolean) => Check>> = {
  code: (newer) =>
    fields({
      metadata: codeMetadata,
      source: lines,
      outputs: each(kindOf("output_type", (kind) => outputs[kind], newer)),
      execution_count: count,
    }),
  markdown: () => fields({ metadata: fields(shared), source: lines, "attachments?": valuesOf(bundle) }),
  raw: () =>
    fields({ metadata: fields({ ...shared, "format?": text }), source: lines, "attachments?": valuesOf(bundle) }),
};

/** An object whose kind says what else it must hold; kinds that nobody knows are fine in newer formats. */
function kindOf(key: string, checkOf: (kind: string) => Check | undefined, newer: boolean): Check {
  return (value, where) => {
    if (!isFields(value)) return object(value, where);
    const kind = value[key];
    if (!isString(kind)) return text(kind, `${where}.${key}`);
    const check = checkOf(kind);
    if (!check) return newer ? undefined : `${where}.${key} is "${kind}", which nbformat 4 does not have`;
    return check(value, where);
  };
}

const metadata = fields({
  "kernelspec?": fields({ name: text, display_name: text }),
  "language_info?": fields({ name: text }),
  "orig_nbformat?": count,
  "title?": text,
  "authors?": ofType("a list", Array.isArray),
});

/**
 * The first thing that makes a notebook of nbformat 4 invalid; nothing when it is valid.
 * Fields that the format does not name are accepted, as are missing ids: both are common and harmless.
 * Source: nbformat's JSON schemas 4.0 to 4.5.
 */
function notebookProblem(notebook: unknown): string | undefined {
  const minor = isFields(notebook) ? notebook.nbformat_minor : undefined;
  if (!Number.isInteger(minor) || Number(minor) < 0) return "nbformat_minor is missing or not a number";
  const newer = Number(minor) > 5;
  const withId = fields(Number(minor) >= 5 ? { "id?": cellId } : {});
  const cell: Check = (value, where) =>
    kindOf(
      "cell_type",
      (kind) => (Object.hasOwn(cells, kind) ? cells[kind]?.(newer) : undefined),
      newer,
    )(value, where) ?? withId(value, where);
  return fields({ metadata, cells: each(cell) })(notebook, "");
}

function firstOf<T>(all: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of all) {
    const problem = check(item);
    if (problem) return problem;
  }
  return undefined;
}
