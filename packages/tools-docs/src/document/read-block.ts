import { BlockError, isObject, itemsOfValue, rowsOfValue, textOfValue } from "./read-values.ts";
import { type Kind, kindNamed, kindOfKey, kinds, plainKey, spellings, typeKeys, vagueKeys } from "./spellings.ts";

/** A block with the keys that documents are made of, before its values are checked. */
export type PlainBlock = Readonly<Record<string, unknown>>;

type Entries = Readonly<Record<string, unknown>>;

/**
 * What a model calls a block in the words of this package: `{type: "code", content, lang}` is `{code, language}`, a caption is
 * a paragraph of its own. Throws `BlockError` for a key that is not understood: no text is left out.
 */
export function readBlock(given: unknown): PlainBlock[] {
  if (typeof given === "string") return [{ text: given }];
  if (!isObject(given)) throw new BlockError("is not an object");
  const block = Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[plainKey(key), value]],
    ),
  );
  const chart = chartOf(block);
  if (chart) return [{ chart }];
  const named = namedKind(block);
  if (named) return readAs(named.kind, { ...named.entries, ...named.with }, named.kind);
  const own = kinds.filter((kind) => block[kind] !== undefined);
  if (own.length > 1) throw new BlockError(`is several things: ${own.join(", ")}`);
  const [kind, entries] = own[0] ? [own[0], block] : guessKind(block);
  return readAs(kind, entries, own[0] ?? kind);
}

/** A chart keeps its parts, which are read where it is drawn. */
function chartOf({ chart, ...block }: Entries): Entries | undefined {
  if (isObject(chart)) return { ...block, ...(chart as Entries) };
  const typeKey = typeKeys.find((key) => typeof block[key] === "string" && kindNamed(block[key])?.kind === "chart");
  if (typeKey === undefined) return undefined;
  const { [typeKey]: _, ...rest } = block;
  return rest;
}

interface NamedKind {
  readonly kind: Kind;
  readonly with?: Entries | undefined;
  readonly entries: Entries;
}

/** The kind by a key such as `type`; what is below the key of its name is the block itself. */
function namedKind(block: Entries): NamedKind | undefined {
  const typeKey = typeKeys.find((key) => typeof block[key] === "string");
  if (typeKey === undefined) return undefined;
  const name = String(block[typeKey]);
  const { [typeKey]: _, ...rest } = block;
  const named = kindNamed(name);
  if (!named) throw new BlockError(`has the ${typeKey} ${JSON.stringify(name.slice(0, 40))}, which is none`);
  const payload = Object.keys(rest).find((key) => isObject(rest[key]) && kindNamed(key)?.kind === named.kind);
  if (payload === undefined || named.kind === "table") return { ...named, entries: rest };
  const { [payload]: inside, ...beside } = rest;
  return { ...named, entries: { ...beside, ...(inside as Entries) } };
}

/** The kind of a block without a type, by a key that means one. */
function guessKind(block: Entries): [Kind, Entries] {
  const keys = Object.keys(block);
  for (const key of keys) {
    const level = /^h([1-6])$/.exec(key)?.[1];
    if (level) return ["heading", renamed(block, key, { heading: block[key], level: Number(level) })];
  }
  const found = keys.filter((key) => Object.hasOwn(kindOfKey, key));
  const sorts = new Set(found.map((key) => kindOfKey[key]));
  if (sorts.size > 1) throw new BlockError(`is several things: ${found.join(", ")}`);
  const vague = keys.find((key) => Object.hasOwn(vagueKeys, key));
  const kind = found[0] ? kindOfKey[found[0]] : (pathKind(block) ?? (vague ? vagueKeys[vague] : undefined));
  if (kind) return [kind, { ...block, ...(block.ol !== undefined && { ordered: true }) }];
  throw new BlockError(keys.length === 0 ? "has no content" : `has ${quoted(keys)}, and nothing that says what it is`);
}

const renamed = ({ ...block }: Entries, key: string, as: Entries): Entries => {
  const { [key]: _, ...rest } = block;
  return { ...rest, ...as };
};

/** What a file is, by its name. */
function pathKind({ path, file, url, source }: Entries): Kind | undefined {
  const name = path ?? file ?? url ?? source;
  if (isDataFile(name)) return "data";
  return typeof name === "string" && /\.(?:png|jpe?g|gif|webp|svg)$/i.test(name) ? "image" : undefined;
}

const isDataFile = (value: unknown): boolean =>
  typeof value === "string" && /^[^\n]*\.(?:csv|tsv|jsonl?|ndjson)$/i.test(value);

function readAs(kind: Kind, block: Entries, mainKey: string): PlainBlock[] {
  const real = tableOrData(kind, block);
  const { content, options = {}, before = [], after = [] } = spellings[real];
  const key = [mainKey, ...content].find((name) => content.includes(name) && block[name] !== undefined);
  if (key === undefined) throw new BlockError(`(${kind}) has no content`);
  const used = new Set([key]);
  const chosen: Record<string, unknown> = {};
  for (const [option, names] of Object.entries(options)) {
    const found = names.filter((name) => block[name] !== undefined && !used.has(name));
    const [name] = found;
    if (name === undefined || (around(before, name) && typeof block[name] === "string" && real === "table")) continue;
    if (found.length > 1 && !after.includes(found[1] as string))
      throw new BlockError(`(${kind}) has both ${found.join(" and ")}`);
    used.add(name);
    chosen[option] = block[name];
  }
  const take = (names: readonly string[]): PlainBlock[] =>
    names.flatMap((name) => {
      if (block[name] === undefined || used.has(name)) return [];
      used.add(name);
      return beside(block[name], name);
    });
  const above = take(before);
  const below = take(after);
  const unknown = Object.keys(block).filter((name) => !used.has(name));
  if (unknown.length > 0)
    throw new BlockError(
      `(${kind}) has ${quoted(unknown)}, which ${unknown.length === 1 ? "is" : "are"} not understood`,
    );
  if (real === "quote" && below.length > 0) return [...above, quoteOf(block[key], key, below)];
  return [...above, { ...make(real, block[key], key, chosen) }, ...below];
}

const around = (names: readonly string[], name: string): boolean => names.includes(name);

/** A table of a file is data; data that is given is a table. */
function tableOrData(kind: Kind, block: Entries): Kind {
  if (kind !== "table" && kind !== "data") return kind;
  const given = ["table", "rows", "data", "records", "body", "values", "content", "children"].find(
    (name) => block[name] !== undefined,
  );
  const hasRows = given !== undefined && typeof block[given] !== "string";
  if (hasRows) return "table";
  const names = spellings.data.content.filter((name) => typeof block[name] === "string");
  return names.length > 0 ? "data" : kind;
}

function make(kind: Kind, value: unknown, key: string, options: Entries): PlainBlock {
  switch (kind) {
    case "list":
      return listOf(value, key, options);
    case "table":
      return { table: rowsOfValue(value, options.headers) };
    case "data":
      if (/\n/.test(textOfValue(value, key)))
        throw new BlockError("(data) has the rows themselves, not the path of a file");
      return {
        data: textOfValue(value, key),
        ...columnsOf(options.columns),
        ...(options.limit !== undefined && { limit: Number(options.limit) }),
      };
    case "image":
      return imageOf(value, key, options);
    case "heading":
      return {
        heading: textOfValue(value, key),
        ...(options.level !== undefined && { level: Number(String(options.level).replace(/^h/i, "")) }),
      };
    default:
      return {
        [kind]: textOfValue(value, key),
        ...Object.fromEntries(Object.entries(options).map(([name, each]) => [name, textOfValue(each, name)])),
      };
  }
}

function listOf(value: unknown, key: string, { ordered, start }: Entries): PlainBlock {
  const isOrdered =
    typeof ordered === "string"
      ? /^(?:true|ol|ordered|number(?:ed|s)?|decimal|1)/i.test(ordered)
      : ordered === true || ordered === 1;
  return {
    list: itemsOfValue(value),
    ...((isOrdered || key === "ol") && { ordered: true }),
    ...(start !== undefined && { start: Number(start) }),
  };
}

const columnsOf = (columns: unknown): Entries => {
  if (columns === undefined) return {};
  const names = typeof columns === "string" ? columns.split(",") : columns;
  if (!Array.isArray(names)) throw new BlockError("(data) has columns that are not a list");
  return { columns: names.map((name) => textOfValue(name, "a column").trim()) };
};

function imageOf(value: unknown, key: string, { alt }: Entries): PlainBlock {
  if (!isObject(value))
    return { image: textOfValue(value, key), ...(alt !== undefined && { alt: textOfValue(alt, "alt") }) };
  const [inside, ...more] = readAs("image", Object.fromEntries(Object.entries(value)), "src");
  if (more.length > 0 || !inside) throw new BlockError("(image) has texts in it that are not understood");
  return alt === undefined ? inside : { ...inside, alt: textOfValue(alt, "alt") };
}

/** Texts around a block are paragraphs; blocks below a heading are blocks. */
function beside(value: unknown, key: string): PlainBlock[] {
  if (Array.isArray(value) && value.some((each) => isObject(each) && isBlock(each))) return value.flatMap(readBlock);
  const text = textOfValue(value, key);
  return text.trim() === "" ? [] : [{ text }];
}

const isBlock = (value: Entries): boolean =>
  typeKeys.some((name) => typeof value[name] === "string" && value[name] !== "text") ||
  Object.keys(value).some((key) => key !== "text" && Object.hasOwn(kindOfKey, key)) ||
  (Object.keys(value).length === 1 && value.text !== undefined);

const quoteOf = (value: unknown, key: string, below: readonly PlainBlock[]): PlainBlock => ({
  quote: [textOfValue(value, key), ...below.map(({ text }) => `— ${String(text)}`)].join("\n\n"),
});

const quoted = (keys: readonly string[]): string =>
  keys
    .slice(0, 5)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(", ");

/** The right call for what a block seems to be. */
export function exampleFor(given: unknown): string {
  if (isObject(given)) {
    const type = typeKeys.map((key) => given[key]).find((value) => typeof value === "string");
    const kind = typeof type === "string" ? kindNamed(type)?.kind : kinds.find((each) => given[each] !== undefined);
    if (kind) return `Send ${spellings[kind].example}.`;
  }
  return `Send one of ${["heading", "text", "list", "code", "quote", "table", "data", "image", "chart", "markdown"].map((kind) => spellings[kind as Kind].example).join(", ")}.`;
}
