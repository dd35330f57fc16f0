import { join } from "node:path";
import { bigFile } from "./lib/big-file.ts";
import { bundle } from "./lib/bundle.ts";
import { type BenchRows, difference, interleave, median, ratio, row } from "./lib/harness.ts";
import { runNode } from "./lib/process.ts";
import { encodingRows, numberingRows } from "./lib/read-text.ts";

export const about = "Reading: a page from the middle of 1 GB, numbering lines, deciding an encoding";

interface Reading {
  readonly ms: number;
  readonly peakMB: number;
  readonly secondMs: number;
  readonly lines: number;
  readonly first: string;
}

const limit = 2000;

/** Options that keep V8 from compiling what runs often. */
const interpreter = ["--no-opt", "--no-maglev", "--liftoff-only"];

export async function* rows(): BenchRows {
  yield* numberingRows();
  yield* encodingRows();
  yield* pageRows();
}

/** Every reader works in a process of its own, so that time and memory are its own. */
async function* pageRows(): BenchRows {
  const file = bigFile(1024);
  const { line, text } = file.middle;
  const page = [file.path, String(line), String(limit)];
  const peers = join(import.meta.dirname, "fixtures/read-peers.mjs");
  const ours = await bundle(join(import.meta.dirname, "fixtures/read-holdall.ts"));

  const readings = new Map<string, Reading[]>();
  const run = (name: string, args: readonly string[], check: boolean) => async () => {
    const { stdout } = await runNode(args);
    const reading = JSON.parse(stdout) as Reading;
    const right = reading.lines === limit && reading.first.includes(text);
    if (check && !right) throw new Error(`${name} read another page: ${stdout.slice(0, 200)}`);
    readings.set(name, [...(readings.get(name) ?? []), reading]);
    return reading.ms;
  };
  const peer = (name: string, check = true) =>
    run(name, [peers, name, ...page, String(file.offset(line + limit))], check);

  const ms = await interleave(
    {
      bare: peer("bare", false),
      idle: peer("idle", false),
      indexOf: peer("indexOf"),
      readline: peer("readline"),
      loaded: run("loaded", [ours, file.path, "1", "0"], false),
      interpreted: run("interpreted", [...interpreter, ours, ...page], true),
      holdall: run("holdall", [ours, ...page], true),
      inUse: run("inUse", [ours, ...page, peers], true),
    },
    { rounds: 9, warmups: 1 },
  );
  const peak = (name: string) => readings.get(name)?.map(({ peakMB }) => peakMB) ?? [];
  const second =
    readings
      .get("holdall")
      ?.slice(1)
      .map(({ secondMs }) => secondMs) ?? [];
  const what = `${limit} lines from the middle of 1 GB`;

  yield row(`read_file, ${what}`, "reading the same bytes bare", ratio(ms.holdall, ms.bare), { most: 1.5 });
  yield row("  in a session that has read before", "reading the same bytes bare", ratio(ms.inUse, ms.bare), {
    most: 1.5,
  });
  yield row("  the page after it", "the first page", ratio(second, ms.holdall), { most: 0.1 });
  yield row("  an indexOf for every newline", "reading the same bytes bare", ratio(ms.indexOf, ms.bare));
  yield row("  readline", "reading the same bytes bare", ratio(ms.readline, ms.bare));

  const over = (name: string) => difference(peak(name), peak("idle"));
  const unit = "MB";
  yield row("  peak memory", "Node's own", over("holdall"), { unit, most: 15 });
  yield row("  of it: our code loaded, nothing read", "Node's own", over("loaded"), { unit });
  const compiled = difference(peak("holdall"), peak("interpreted"));
  yield row("  of it: V8's compilers at work", "the same interpreted", compiled, { unit });
  yield row("  peak memory of readline", "Node's own", over("readline"), { unit });
  yield row("  reading the same bytes bare", "nothing", median(ms.bare), { unit: "ms" });
}
