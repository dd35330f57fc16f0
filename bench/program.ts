import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { askUntrustedValues } from "@holdall/permissions";
import {
  allow,
  createRegistry,
  openSession,
  type Session,
  type Tool,
  textsRead,
  toJsonSchema,
  toPath,
} from "@holdall/tool-core";
import { fileInfo, readFile } from "@holdall/tools-fs";
import { declareTools, type ProgramOutput, quickJsIsolate, runProgram } from "@holdall/tools-program";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { type BenchRows, interleave, median, ratio, row } from "./lib/harness.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "What a program over tools costs: its start, and its calls beside the same calls in the session";

const calls = 1_000;

export async function* rows(): BenchRows {
  const folder = tempFolder("program");
  const files = join(folder, "files");
  mkdirSync(files);
  for (let n = 0; n < calls; n++) writeFileSync(join(files, `${n}.json`), JSON.stringify({ n, text: "x".repeat(200) }));
  const backend = nodeBackend({ roots: [folder] });
  const tools = [readFile({ backend }), fileInfo({ backend })] as readonly Tool[];
  const open = (isolate = quickJsIsolate(), policy = allow()) => {
    const registry = createRegistry(tools);
    registry.add(runProgram({ registry, isolate, limits: { calls: 5_000, textBytes: 4_000_000 } }) as Tool);
    return openSession(registry, { policy });
  };
  const session = open();
  const run = async (code: string, of: Session = session) => {
    const began = performance.now();
    const result = await of.call("run_program", { code });
    const took = performance.now() - began;
    const { status, error } = (result.ok ? result.output : {}) as ProgramOutput;
    if (status !== "done") throw new Error(`The program ended as ${status}: ${error?.message}`);
    return took;
  };
  const paths = Array.from({ length: calls }, (_, n) => toPath(join(files, `${n}.json`)));
  const direct = (tool: string, atOnce: boolean) => async () => {
    const began = performance.now();
    if (atOnce) await session.callAll(paths.map((path) => ({ tool, input: { path } })));
    else for (const path of paths) await session.call(tool, { path });
    return performance.now() - began;
  };
  const list = JSON.stringify(paths);
  const inProgram = (tool: string, atOnce: boolean) => () =>
    run(
      atOnce
        ? `await Promise.all(${list}.map((path) => tools.${tool}({ path }))); return 1`
        : `for (const path of ${list}) await tools.${tool}({ path }); return 1`,
    );

  const cold = await run("return 1", open(quickJsIsolate()));
  await run("return 1");
  const start = await interleave({ warm: () => run("return 1") }, { rounds: 31, warmups: 5 });
  yield row("a program of one line, worker warm", "nothing", median(start.warm), { unit: "ms", most: 10 });
  yield row("the same, first in its process", "nothing", cold, { unit: "ms" });

  const samples = await interleave(
    {
      directRead: direct("read_file", false),
      read: inProgram("read_file", false),
      directInfo: direct("file_info", false),
      info: inProgram("file_info", false),
      directAtOnce: direct("read_file", true),
      atOnce: inProgram("read_file", true),
    },
    { rounds: 5, warmups: 1 },
  );
  yield row("1,000 read_file in sequence, in a program", "in the session", ratio(samples.read, samples.directRead), {
    most: 2,
  });
  yield row("1,000 read_file at once, in a program", "in the session", ratio(samples.atOnce, samples.directAtOnce));
  yield row("1,000 file_info in sequence, in a program", "in the session", ratio(samples.info, samples.directInfo));
  yield row("1,000 file_info in sequence, in a program", "nothing", median(samples.info), { unit: "ms" });

  const shared = quickJsIsolate();
  const [labeled, unlabeled] = [open(shared, askUntrustedValues(allow())), open(shared)];
  labeled.state(textsRead).noteOthers("words of others ".repeat(6_000), { tool: "web_fetch" });
  const program = `for (const path of ${list}) await tools.file_info({ path }); return 1`;
  const costs = await interleave(
    { labeled: () => run(program, labeled), plain: () => run(program, unlabeled) },
    { rounds: 7, warmups: 1 },
  );
  yield row(
    "1,000 file_info in a program, with askUntrustedValues and 96 kB of others",
    "without",
    ratio(costs.labeled, costs.plain),
    { most: 1.1 },
  );

  const large = await interleave(
    {
      value: () =>
        run(
          'return Array.from({ length: 30_000 }, (_, n) => ({ n, text: "some twenty characters of text, and as many more of it again, up to a hundred" })).length',
        ),
    },
    { rounds: 5 },
  );
  yield row("30,000 objects, 3 MB, made in a program", "nothing", median(large.value), { unit: "ms" });

  const registry = createRegistry(tools);
  const types = encode(declareTools(tools, { registry })).length;
  const schemas = encode(
    JSON.stringify(
      tools.map(({ name, description, input }) => ({ name, description, parameters: toJsonSchema(input) })),
    ),
  ).length;
  yield row("declarations of two tools, results included", "their JSON Schema, of the input only", types / schemas);
}
