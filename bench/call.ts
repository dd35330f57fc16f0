import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askUntrustedValues } from "@holdall/permissions";
import {
  allow,
  createRegistry,
  defineTool,
  openSession,
  type Policy,
  type Session,
  type Tool,
  textsRead,
  toPath,
} from "@holdall/tool-core";
import { z } from "zod";
import { bundle, gzipped, root } from "./lib/bundle.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { peers } from "./lib/peers.ts";
import { nodeTime } from "./lib/process.ts";

export const about =
  "What a call costs beside LangChain's and Mastra's (with HOLDALL_BENCH_PEERS=FOLDER to install them in), and an import";

export async function* rows(): BenchRows {
  yield* callRows();
  yield* untrustedRows();
  yield* importRows();
}

async function* callRows(): BenchRows {
  const schema = z.object({
    path: z.string(),
    offset: z.int().min(1).default(1),
    limit: z.int().min(1).max(2000).optional(),
  });
  const execute = async ({ path, offset }: z.infer<typeof schema>) => `${path}:${offset}`;
  const tool = defineTool({
    name: "read_line",
    description: "Name one line of a file.",
    category: "filesystem",
    input: schema,
    hints: { readOnly: true, openWorld: false },
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    execute,
    render: (output) => output,
  });
  const session = openSession(createRegistry([tool]), { policy: allow() });
  const input = { path: "/src/index.ts", offset: 12 };
  const first = await session.call("read_line", input);
  if (!first.ok) throw first.error;

  const valid = (value: unknown) => {
    const result = schema["~standard"].validate(value);
    if (result instanceof Promise || result.issues) throw new Error("The input must be valid at once.");
    return result.value;
  };
  const us = (run: () => unknown) => {
    const variant = timed(run, 20);
    return async () => (await variant()) * 1000;
  };
  const others = await otherCalls(schema, execute, input);
  const samples = await interleave<string>(
    {
      ...Object.fromEntries(Object.entries(others).map(([name, call]) => [name, us(call)])),
      call: us(() => session.call("read_line", input)),
      camel: us(() => session.call("readLine", input)),
      validated: us(() => execute(valid(input))),
      bare: us(() => execute({ path: input.path, offset: 12 })),
    },
    { rounds: 31, warmups: 5 },
  );
  const { call = [], camel = [], validated = [], bare = [] } = samples;
  const unit = "µs";
  const fastest = Math.min(...Object.keys(others).map((name) => median(samples[name] ?? [])));
  for (const name of Object.keys(others)) {
    const isFastest = median(samples[name] ?? []) === fastest;
    yield row("session.call", name, ratio(call, samples[name] ?? []), isFastest ? { most: 1 } : {});
  }
  if (Object.keys(others).length === 0) console.error("No peer is measured: HOLDALL_BENCH_PEERS names no folder.");
  yield row("session.call", "zod, then the function", ratio(call, validated));
  yield row("session.call by another spelling (readLine)", "by its own name", ratio(camel, call));
  yield row("zod, then the function", "nothing", median(validated), { unit });
  yield row("the function", "nothing", median(bare), { unit });
}

/** The same tool as others call it. */
async function otherCalls(
  schema: z.ZodType,
  execute: (input: never) => Promise<string>,
  input: object,
): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const load = peers({ "@langchain/core": "1.4.0", "@mastra/core": "1.71.0", zod: "4.6.7" });
  if (!load) return {};
  const langchain = (await load("@langchain/core/tools")) as {
    tool(run: unknown, fields: object): { invoke(input: object): Promise<unknown> };
  };
  const mastra = (await load("@mastra/core/tools")) as {
    createTool(options: object): { execute(input: object, context: object): Promise<unknown> };
  };
  const description = "Name one line of a file.";
  const theirs = langchain.tool(execute, { name: "read_line", description, schema });
  const other = mastra.createTool({ id: "read_line", description, inputSchema: schema, execute });
  const calls = {
    "LangChain's tool.invoke": () => theirs.invoke(input),
    "Mastra's createTool, execute": () => other.execute(input, {}),
  };
  for (const [name, call] of Object.entries(calls)) {
    if ((await call()) !== "/src/index.ts:12") throw new Error(`${name} does not answer as ours does.`);
  }
  return calls;
}

/** What it costs to find out whether text of others has decided, in a session that has read 100 kB of it. */
async function* untrustedRows(): BenchRows {
  const kinds = { read: true, write: false };
  const tools = Object.entries(kinds).map(([kind, readOnly]) =>
    defineTool({
      name: `${kind}_record`,
      description: "Name a record.",
      category: "mcp",
      input: z.looseObject({}),
      hints: { readOnly, openWorld: false },
      access: () => [{ action: readOnly ? "read" : "execute", target: "records" }],
      execute: () => "done",
    }),
  );
  const open = (policy: Policy) => {
    const session = openSession(createRegistry(tools as readonly Tool[]), { policy });
    const page = readFileSync(join(root, "README.md"), "utf8");
    session.state(textsRead).noteOthers(page.repeat(20).slice(0, 100_000), { tool: "web_fetch" });
    return session;
  };
  const [labeled, plain] = [open(askUntrustedValues(allow())), open(allow())];
  let at = 0;
  // Each call has other values, so that nothing is remembered.
  const input = () => ({ to: `ann${++at}@example.com`, title: `The plan of the week ${at}`, id: 4711 + at });
  const us = (of: Session, tool: string) => {
    const variant = timed(() => of.call(tool, input()), 20);
    return async () => (await variant()) * 1000;
  };
  const samples = await interleave(
    {
      readLabeled: us(labeled, "read_record"),
      read: us(plain, "read_record"),
      writeLabeled: us(labeled, "write_record"),
      write: us(plain, "write_record"),
    },
    { rounds: 31, warmups: 5 },
  );
  const more = (name: "read" | "write") => median(samples[`${name}Labeled`] ?? []) - median(samples[name] ?? []);
  yield row("a call that reads, with askUntrustedValues and 100 kB of others, more", "without", more("read"), {
    ...{ unit: "µs", most: 5 },
  });
  yield row("a call that changes something, the same, more", "without", more("write"), { unit: "µs", most: 5 });
}

async function* importRows(): BenchRows {
  const core = await bundle(join(root, "packages/tool-core/src/index.ts"));
  const samples = await interleave({ core: nodeTime(core), bare: nodeTime("-e", "0") }, { rounds: 25, warmups: 3 });
  yield row("import tool-core in a new process", "node -e 0", ratio(samples.core, samples.bare), { most: 1.2 });
  yield row("tool-core, whole, min + gzip", "nothing", gzipped(core) / 1024, { unit: "kB" });
}
