import {
  contentText,
  type Dialect,
  type JsonSchema,
  paramName,
  type Tool,
  toJsonSchema,
  toolName,
} from "@holdall/tool-core";
import { type EarlierCall, isTool, shownOf } from "./calls.ts";
import type { ToolFixture } from "./fixture.ts";

const dialects: readonly Dialect[] = ["snake", "camel", "claude"];

/** Where a tool comes from, by its category. */
const packages: Readonly<Record<string, string>> = {
  filesystem: "tools-fs",
  code: "tools-code",
  data: "tools-data",
  shell: "tools-shell",
  tasks: "tools-tasks",
  agents: "tools-agents",
  programs: "tools-program",
  orchestration: "tools-orchestration",
  web: "tools-web",
  planning: "tools-todos",
  memory: "tools-memory",
  documents: "tools-docs",
  skills: "tools-skills",
  messages: "tools-messages",
  finance: "tools-finance",
  research: "tools-research",
  interaction: "tools-interact",
  environment: "tools-env",
  discovery: "tool-search",
  mcp: "mcp",
};

export const pageOf = ({ name }: Tool): string => `${name.replaceAll("_", "-")}.md`;

/** The page of one tool; its calls are made while it is written. */
export async function renderToolPage(tool: Tool, fixture: ToolFixture): Promise<string> {
  const shown = shownOf(tool.name);
  const run = (input: object, before: readonly EarlierCall[] = []) => runCall(fixture, tool, input, before);
  const success = await run(shown.call, shown.before);
  if (!success.ok) throw new Error(`The call of ${tool.name} fails: ${success.text}`);
  const failures = [];
  for (const { call, before } of shown.fails ?? []) {
    const failure = await run(call, before);
    if (failure.ok) throw new Error(`A call of ${tool.name} should fail and does not: ${JSON.stringify(call)}`);
    const earlier = before ? `After \`${before.map(({ tool: name }) => name).join("`, `")}\`:\n\n` : "";
    failures.push(`${earlier}${fence("json", JSON.stringify(call, null, 2))}\n\n${fence("text", failure.text)}`);
  }
  return [
    `# ${tool.name}`,
    shown.purpose,
    ...(tool.examples ? [`When a user says: ${tool.examples.map((said) => `“${prose(said)}”`).join(", ")}.`] : []),
    `Its description, as models read it: ${prose(tool.description)}`,
    "## Names and parameters",
    spellings(tool),
    parameters(tool),
    "## What it may do",
    hints(tool),
    "## A call",
    ...(shown.before?.map(
      ({ tool: name, input }) => `After \`${name}\`:\n\n${fence("json", JSON.stringify(input, null, 2))}`,
    ) ?? []),
    fence("json", JSON.stringify(shown.call, null, 2)),
    "What the model reads:",
    fence("text", success.text),
    "What programs get:",
    fence("json", success.output),
    ...(failures.length > 0 ? ["## When it goes wrong", ...failures] : []),
    ...(tool.guidance ? ["## In the system prompt", fence("text", tool.guidance)] : []),
    "",
  ].join("\n\n");
}

/** The list of all pages, by category. */
export function renderToolIndex(tools: readonly Tool[]): string {
  const families = Map.groupBy(tools, ({ category }) => category);
  return [
    "# Tools",
    "Written by `node scripts/write-tool-pages.ts` out of the tools themselves; every call on these pages was made while they were written.",
    ...[...families].flatMap(([category, members]) => [
      `## ${category}`,
      `From [\`@holdall/${packages[category]}\`](../../packages/${packages[category]}).`,
      members.map((tool) => `- [${tool.name}](${pageOf(tool)}): ${shownOf(tool.name).purpose}`).join("\n"),
    ]),
    "",
  ].join("\n\n");
}

async function runCall(fixture: ToolFixture, tool: Tool, input: object, before: readonly EarlierCall[]) {
  const { session, root } = await fixture.open(shownOf(tool.name).onDisk ? "disk" : "memory");
  let task = "task_1";
  let schedule = "schedule_1";
  for (const { tool: earlier, input: given } of before) {
    const result = await session.call(earlier, given);
    if (!result.ok) throw new Error(`${earlier}, before ${tool.name}: ${contentText(result.content)}`);
    task = /(?<!\w)task_\w+/.exec(contentText(result.content))?.[0] ?? task;
    schedule = scheduleId.exec(contentText(result.content))?.[0] ?? schedule;
  }
  const result = await session.call(
    tool.name,
    JSON.parse(
      JSON.stringify(input)
        .replace("task_1", () => task)
        .replace("schedule_1", () => schedule),
    ),
  );
  task = /"task_id":"(task_\w+)"/.exec(JSON.stringify(result.ok ? result.output : {}))?.[1] ?? task;
  const still = (text: string) => normalise(text.replaceAll(task, "task_1"), root);
  return {
    ok: result.ok,
    text: still(contentText(result.content)),
    output: result.ok ? still(JSON.stringify(result.output, null, 2)) : "",
  };
}

const scheduleId = /schedule_[\da-f]{16}/;

/** What differs from run to run, written the same way. */
function normalise(text: string, root: string): string {
  return text
    .replaceAll(root, "/shop")
    .replace(/schedule_[\da-f]{16}/g, "schedule_1")
    .replace(/untrusted-\w+/g, "untrusted-1a2b3c")
    .replace(/(?<=<\/?memory-)[\da-f]{12}\b/g, "1a2b3c")
    .replace(/(?<=<\/?skill-)[\da-f]{12}\b/g, "1a2b3c")
    .replace(/127\.0\.0\.1:\d{4,5}/g, "127.0.0.1:8000")
    .replace(/\b\d+(\.\d+)? m?s\b/g, "0.1 s")
    .replace(/("(?:\w+_ms|ms|duration|pid|started|ended|seconds)": )\d+(\.\d+)?/g, "$1100")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-21T12:00:00Z");
}

function spellings(tool: Tool): string {
  const names = Object.keys(properties(tool));
  const rows = dialects.map((dialect) => {
    const params = names.map((name) => code(paramName(tool, name, dialect))).join(", ");
    return `| ${dialect} | ${code(toolName(tool, dialect))} | ${params} |`;
  });
  const others = tool.aliases?.names?.map(code).join(", ");
  return [
    `| dialect | tool | parameters |\n|---|---|---|\n${rows.join("\n")}`,
    others ? `It also answers to ${others}.` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

interface Property extends JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

const properties = (tool: Tool) => (toJsonSchema(tool.input) as Property).properties ?? {};

function parameters(tool: Tool): string {
  const rows = rowsOf(toJsonSchema(tool.input) as Property, "");
  return rows.length === 0 ? "None." : `| name | type | description |\n|---|---|---|\n${rows.join("\n")}`;
}

function rowsOf({ properties = {}, required = [] }: Property, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const { description, default: preset } = property;
    const about = [
      required.includes(name) && preset === undefined ? "required" : "",
      description ? prose(description) : "",
      preset === undefined ? "" : `default ${code(JSON.stringify(preset))}`,
    ];
    const row = `| ${code(prefix + name)} | ${cell(typeOf(property))} | ${cell(about.filter(Boolean).join("; "))} |`;
    const inner = property.items ?? property;
    return [row, ...rowsOf(inner, `${prefix}${name}${property.items ? "[]" : ""}.`)];
  });
}

function typeOf({ type, enum: values, anyOf, items }: Property): string {
  if (values) return values.map((value) => code(JSON.stringify(value))).join(" or ");
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  if (items) return `list of ${typeOf(items)}`;
  return type ?? "anything";
}

function hints({ hints: { readOnly, destructive, idempotent, openWorld }, category, onlyWithoutShell }: Tool): string {
  const said = [
    readOnly ? "It changes nothing." : destructive ? "It may overwrite or delete what was there." : "It only adds.",
    !readOnly && idempotent ? "The same call twice leaves what one call leaves." : "",
    openWorld ? "It reaches beyond the session's own files." : "",
    onlyWithoutShell ? "Where there is a shell, a command does the same, and a host may leave it out." : "",
  ];
  const sentence = said.filter(Boolean).join(" ");
  return `${sentence} The tool comes from [\`@holdall/${packages[category]}\`](../../packages/${packages[category]}).`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const code = (text: string): string => `\`${text}\``;

/** A text of a tool as Markdown: names of other tools link to their pages, and nothing else is markup. */
function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/[<>*_[\]]/g, "\\$&")))
    .join("")
    .replace(/\{([\w\\-]+)\}/g, (whole, name: string) => {
      const plain = name.replaceAll("\\", "");
      return isTool(plain) ? `[${code(plain)}](${plain.replaceAll("_", "-")}.md)` : whole;
    });
}

function fence(lang: string, text: string): string {
  const marks = "`".repeat(Math.max(3, ...[...text.matchAll(/^`+/gm)].map(([found]) => found.length + 1)));
  return `${marks}${lang}\n${text}\n${marks}`;
}
