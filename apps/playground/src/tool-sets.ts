import { buildInstructions, createRegistry, type Dialect, type Registry } from "@holdall/tool-core";

/** The choices of tools that `@holdall/presets` makes, as far as they exist in a browser, where there is no shell; and all of them. */
export const toolSets = ["coding", "readonly", "minimal", "research", "office", "all"] as const;

export type ToolSet = (typeof toolSets)[number];

const looking = [
  "read_file",
  "list_files",
  "list_directory",
  "file_info",
  "glob_files",
  "grep_files",
  "codebase_search",
];
const facts = ["current_time", "env_info"];

/** Families that the preset for coding does not have. */
const notForCoding = ["messages", "finance", "research", "orchestration"];
const web = ["web_search", "web_fetch"];

const chosen: Readonly<Record<Exclude<ToolSet, "coding" | "all">, readonly string[]>> = {
  readonly: [...looking, ...facts],
  minimal: ["read_file", "write_file", "edit_file", "glob_files", "grep_files", ...facts],
  office: [
    ...["read_file", "write_file", "edit_file", "list_files", "glob_files", "grep_files"],
    ...["convert_format", "filter_data", "aggregate_data", "query_data", "generate_markdown", "generate_pdf"],
    ...["generate_document", "generate_diagram"],
    ...["todo_write", "todo_read"],
    ...["compose_email", "send_email", "send_message", "send_file", "stock_quote", "crypto_price", "exchange_rate"],
    ...["research_topic", "fact_check", "load_skill"],
    ...web,
    ...facts,
  ],
  research: [
    ...web,
    "research_topic",
    "fact_check",
    "read_file",
    "glob_files",
    "grep_files",
    "codebase_search",
    "todo_write",
    "todo_read",
    ...facts,
  ],
};

/** The names of a set's tools. */
export const namesOf = (set: ToolSet, registry: Registry): string[] =>
  registry.tools().flatMap(({ name, category }) => (isChosen(set, name, category) ? [name] : []));

const isChosen = (set: ToolSet, name: string, category: string): boolean =>
  set === "all" || (set === "coding" ? !notForCoding.includes(category) : chosen[set].includes(name));

/** What a model reads about the tools of a set. */
export function instructionsOf(set: ToolSet, registry: Registry, dialect: Dialect = "snake"): string {
  const names = namesOf(set, registry);
  return buildInstructions(createRegistry(registry.tools().filter(({ name }) => names.includes(name))), { dialect });
}
