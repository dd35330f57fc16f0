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
export function isCellId(value: unknown): value is string {
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
export function notebookProblem(notebook: unknown): string | undefined {
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
