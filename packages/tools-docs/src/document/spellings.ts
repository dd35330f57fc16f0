/** What a block can be, by the key that says so. */
export const kinds = [
  "heading",
  "text",
  "list",
  "code",
  "quote",
  "table",
  "data",
  "image",
  "chart",
  "page",
  "notes",
  "markdown",
] as const;
export type Kind = (typeof kinds)[number];

/** How the parts of a kind of block are called: its content first, then its options, and texts that stand around it. */
interface Spelling {
  readonly content: readonly string[];
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** The call that is right. */
  readonly example: string;
}

const bodies = ["text", "content", "value", "body", "children", "rich_text"];
const captions = ["caption", "title", "label", "name", "text", "description"];

export const spellings: Readonly<Record<Kind, Spelling>> = {
  heading: {
    content: ["heading", "title", "header", "label", "name", ...bodies],
    options: { level: ["level", "depth", "rank"] },
    after: ["subtitle", "text", "content", "body", "description", "blocks", "children"],
    example: '{heading: "Results", level: 2}',
  },
  text: {
    content: ["paragraph", "p", ...bodies],
    before: ["title", "heading", "label"],
    example: '{text: "…"}',
  },
  list: {
    content: ["list", "items", "bullets", "entries", "elements", "values", "ul", "ol", "children", "content"],
    options: {
      ordered: ["ordered", "numbered", "is_ordered", "style", "list_type", "list_style"],
      start: ["start", "start_at"],
    },
    before: ["title", "caption", "label", "text", "intro", "description", "body"],
    example: '{list: ["one", "two"], ordered: true}',
  },
  code: {
    content: ["code", "source", "snippet", ...bodies],
    options: { language: ["language", "lang", "syntax"] },
    before: ["filename", "file_name", ...captions],
    example: '{code: "…", language: "ts"}',
  },
  quote: {
    content: ["quote", "blockquote", ...bodies],
    before: ["title", "label"],
    after: ["author", "attribution", "source", "cite", "citation", "by"],
    example: '{quote: "…"}',
  },
  table: {
    content: ["table", "rows", "data", "records", "body", "values", "content", "children"],
    options: {
      headers: ["headers", "header", "columns", "head", "fields", "column_names"],
    },
    before: captions,
    example: '{table: [["city", "sum"], ["Riga", 7]]}',
  },
  data: {
    content: ["data", "path", "file", "src", "source", "url", "csv", "file_path", "filename", "table"],
    options: { columns: ["columns", "fields", "headers"], limit: ["limit", "max_rows", "row_limit"] },
    before: captions,
    example: '{data: "sales.csv", columns: ["city", "sum"], limit: 20}',
  },
  image: {
    content: ["image", "src", "url", "path", "file", "href", "source", "file_path", "img"],
    options: { alt: ["alt", "alt_text", "description", "text"] },
    after: ["caption", "title", "label"],
    example: '{image: "plot.png", alt: "…"}',
  },
  chart: {
    content: ["chart"],
    example: '{chart: {kind: "bar", x: "month", y: "sum", data: "sales.csv"}}',
  },
  page: {
    content: ["page", "heading", "to", "target", "ref", "anchor", ...bodies],
    example: '{page: "Results"}',
  },
  notes: {
    content: ["notes", "speaker_notes", "presenter_notes", ...bodies],
    before: ["title", "label"],
    example: '{notes: "…"}',
  },
  markdown: {
    content: ["markdown", "md", "source", ...bodies],
    before: ["title", "label"],
    example: '{markdown: "…"}',
  },
};

/** Keys whose value names the kind. */
export const typeKeys = ["type", "kind", "block", "block_type", "element", "tag"];

interface Named {
  readonly kind: Kind;
  readonly with?: Readonly<Record<string, unknown>>;
}

const names: Readonly<Record<Kind, string>> = {
  heading: "heading header title section h subtitle subheading chapter",
  text: "text paragraph p para body plain string normal plain_text prose",
  list: "list ul bullets bullet bullet_list bulleted_list unordered_list bulleted_list_item checklist todo to_do task_list todo_list list_item",
  code: "code code_block codeblock pre fence fenced_code fenced snippet source_code preformatted",
  quote: "quote blockquote block_quote callout note quotation admonition",
  table: "table grid spreadsheet",
  data: "data csv dataset data_table tsv json jsonl data_file",
  image: "image img picture figure photo",
  chart: "chart graph plot",
  page: "page page_ref page_reference reference ref",
  notes: "notes speaker_notes speaker_note presenter_notes",
  markdown: "markdown md",
};

const byName: ReadonlyMap<string, Named> = new Map<string, Named>([
  ...kinds.flatMap((kind) => names[kind].split(" ").map((name): [string, Named] => [name, { kind }])),
  ...["ol", "ordered_list", "numbered_list", "numbered", "enumerate", "numbered_list_item"].map(
    (name): [string, Named] => [name, { kind: "list", with: { ordered: true } }],
  ),
  ...[1, 2, 3, 4, 5, 6].flatMap((level) =>
    [`h${level}`, `heading${level}`, `heading_${level}`, `header_${level}`].map((name): [string, Named] => [
      name,
      { kind: "heading", with: { level } },
    ]),
  ),
  ...["hr", "rule", "divider", "separator", "horizontal_rule", "thematic_break"].map((name): [string, Named] => [
    name,
    { kind: "markdown", with: { markdown: "---" } },
  ]),
]);

/** What a name of a kind means. */
export const kindNamed = (name: string): Named | undefined => byName.get(plainKey(name));

/** `blockQuote`, `block-quote` and `Block Quote` are the same. */
export const plainKey = (key: string): string =>
  key
    .trim()
    .replace(/([a-z])(?=[A-Z])/g, "$1_")
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** What a block without a type is, by a key that only one kind has. */
export const kindOfKey: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, kind])),
  items: "list",
  bullets: "list",
  ul: "list",
  ol: "list",
  rows: "table",
  headers: "table",
  records: "table",
  src: "image",
  img: "image",
  csv: "data",
  paragraph: "text",
  p: "text",
  blockquote: "quote",
  md: "markdown",
  speaker_notes: "notes",
  presenter_notes: "notes",
  snippet: "code",
};

/** Keys that say what a block is where no other key does. */
export const vagueKeys: Readonly<Record<string, Kind>> = {
  content: "text",
  value: "text",
  body: "text",
  title: "heading",
  header: "heading",
};
