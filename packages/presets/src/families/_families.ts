import { overlay } from "@holdall/backends-compose";
import {
  type Awaitable,
  ask,
  type Backend,
  type Dialect,
  firstOf,
  type Policy,
  type Registry,
  strictest,
  type Tool,
  type ToolSource,
} from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { QueryDatabases, SqlEngine, SqlLimits } from "@holdall/tools-data";
import type { DocsToolsOptions } from "@holdall/tools-docs";
import type { FinanceToolsOptions } from "@holdall/tools-finance";
import type { MessageToolsOptions } from "@holdall/tools-messages";
import type { ResearchToolsOptions } from "@holdall/tools-research";
import { type PresetName, toolCatalog } from "../catalog.ts";
import { type Code, type Family, importCode, type OpenedFamily } from "../sets/code.ts";
import type { PresetProgram } from "./_programs.ts";
import type { PresetOrchestration } from "./orchestration.ts";

/** A value, or what gets it when it is first needed. It may throw a ToolError that says what is missing. */
type Lazy<T> = T | (() => Awaitable<T>);

/** Options of tools that are found with tool_search. */
export interface FamilyOptions {
  /** Options of generate_markdown, generate_pdf, generate_document and generate_diagram. Pictures of the web need `web`, a client of tools-web. */
  readonly docs?: Omit<DocsToolsOptions, "backend" | "preview"> | undefined;
  /** Limits of query_data. */
  readonly sql?: SqlLimits | undefined;
  /** What runs the SQL of query_data, on Node by default `@duckdb/node-api`; a page passes `browserSql` of `@holdall/tools-data/browser-sql`. */
  readonly sqlEngine?: SqlEngine | undefined;
  /** Postgres databases that query_data reads, by name, such as `{ shop: { db: pgDatabase({ url }) } }`. Each call asks. */
  readonly databases?: QueryDatabases | undefined;
  /** Options of research_topic and fact_check, such as the model that writes for them; without a web they are left out. */
  readonly research?: ResearchToolsOptions | undefined;
  /**
   * Who is asked for prices, and by which client; by default all that need no key or whose key is in the environment. `false`
   * for no prices.
   */
  readonly finance?: Lazy<FinanceToolsOptions> | false | undefined;
  /** Where messages go, and the outbox that keeps them; without it nothing is sent. Every message asks. */
  readonly messages?: Lazy<Omit<MessageToolsOptions, "backend" | "preview">> | undefined;
  /** Schedules and workflows, from `orchestration` of this package; without it there are none. */
  readonly orchestration?: Lazy<PresetOrchestration> | undefined;
  /** Options of run_program, with which a model writes a program over its tools; `false` for none. */
  readonly program?: PresetProgram | false | undefined;
}

interface FamilySettings extends FamilyOptions {
  readonly secrets?: Secrets | undefined;
}

interface FamilyPlace {
  readonly registry: Registry;
  readonly dialect: Dialect;
  readonly backend: Backend;
  readonly hasWeb: boolean;
  /** Files may be written. */
  readonly writes: boolean;
  /** The backend is the disk itself. */
  readonly disk: boolean;
  readonly programs: Code<typeof import("./_programs.ts")>;
}

const got = async <T>(value: Lazy<T>): Promise<T> =>
  typeof value === "function" ? (value as () => Awaitable<T>)() : value;

/** The tools of a family that a preset has. */
export const inFamily = (preset: PresetName, family: string): string[] =>
  toolCatalog().flatMap((each) => (each.family === family && each.presets.includes(preset) ? each.name : []));

/** The families that load later. What a preset has of them is in the catalog. */
function familiesOf(
  preset: PresetName,
  { docs, research, finance, messages, orchestration, program, sql, sqlEngine, databases, secrets }: FamilySettings,
  { registry, dialect, backend, hasWeb, writes, disk, programs }: FamilyPlace,
): Family[] {
  const family = (name: string, load: Family["load"]): Family[] => {
    const names = inFamily(preset, name);
    return names.length > 0 ? [{ names, load }] : [];
  };
  return [
    ...family("data", async () => {
      const { dataTools } = await import("@holdall/tools-data");
      const tools = dataTools({
        backend,
        disk,
        sql,
        engine: sqlEngine,
        databases,
        ...(writes && { preview: overlay }),
      });
      return { tools, ...(databases && { policy: ask({ actions: ["network"], tools: ["query_data"] }) }) };
    }),
    ...family("documents", async () => {
      const { docsTools } = await import("@holdall/tools-docs");
      return { tools: docsTools({ ...docs, backend, preview: overlay }) };
    }),
    { names: ["think"], load: async () => ({ tools: [(await import("@holdall/tools-interact")).think()] }) },
    ...(hasWeb
      ? family("research", async () => {
          const { researchTools } = await import("@holdall/tools-research");
          return { tools: researchTools({ ...(writes && { reports: true }), ...research }) };
        })
      : []),
    ...(finance === false || !(hasWeb || finance)
      ? []
      : family("finance", async () => {
          const [{ financeTools }, { openWebClient }] = await Promise.all([
            import("@holdall/tools-finance"),
            import("@holdall/tools-web"),
          ]);
          const env = globalThis.process?.env ?? {};
          const tools = financeTools(finance ? await got(finance) : { client: openWebClient({ perHost: false }), env });
          return { tools, policy: ask({ actions: ["network", "spend"], tools: inFamily(preset, "finance") }) };
        })),
    // A preset with options for programs shows the tool from the start.
    ...(program === undefined
      ? family("programs", async () => {
          const { programTool } = await importCode(programs);
          return { tools: [programTool(registry, { dialect })] };
        })
      : []),
    ...(messages
      ? family("messages", async () => {
          const [{ askMessages, messageTools }, { keepingSecrets }] = await Promise.all([
            import("@holdall/tools-messages"),
            import("./_message-secrets.ts"),
          ]);
          const tools = messageTools({ ...keepingSecrets(await got(messages), secrets), backend });
          return { tools, policy: askMessages, always: askMessages };
        })
      : []),
    ...(orchestration
      ? family("orchestration", async () => {
          const { tools, policy, always } = await got(orchestration);
          return { tools, policy, always };
        })
      : []),
  ];
}

/** Families as offers of a registry, and the policy of those that were loaded: the `further` ones, and those that always load later. */
export function lateFamilies(
  preset: PresetName,
  options: FamilySettings,
  place: FamilyPlace,
  further: readonly Family[],
) {
  const loaded: OpenedFamily[] = [];
  const others = new Map(toolCatalog().map((each) => [each.name, each.others]));
  const sourceOf = ({ names, load }: Family): ToolSource => ({
    names: Object.fromEntries(names.map((name) => [name, others.get(name) ?? []])),
    async load() {
      const family = await load();
      loaded.push(family);
      return (family.tools as readonly Tool[]).filter(({ name }) => names.includes(name));
    },
  });
  const all = (part: "policy" | "always") => loaded.flatMap((family) => family[part] ?? []);
  const policy: Policy = (request) => firstOf(...all("policy"))(request);
  const always: Policy = (request) => strictest(...all("always"))(request);
  const sources = [...further, ...familiesOf(preset, options, place)].map(sourceOf);
  return { sources, policy, always, sourceOf };
}
