import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { matchRows } from "./lib/edit-match.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { startMcp } from "./lib/mcp-client.ts";
import { officialServer, ourServer } from "./lib/servers.ts";
import { sourceText } from "./lib/source-text.ts";
import { tempFolder } from "./lib/temp.ts";

export const about = "Editing: finding the place, the whole edit, and the same edit by the official server over MCP";

/**
 * Each size has several files that take turns: a file that is replaced while the disk still writes what replaced it
 * last has to wait for the disk, and then the fastest tool looks slowest.
 */
const sizes = [
  { label: "6 KB", bytes: 6_000, files: 96, mostOfOfficial: 0.7 },
  { label: "300 KB", bytes: 300_000, files: 32, mostOfOfficial: 0.4 },
  { label: "5 MB", bytes: 5_000_000, files: 6, mostOfOfficial: 0.4 },
];

export async function* rows(): BenchRows {
  yield* matchRows();
  // First what is called least: for some seconds ext4 without a journal looks at every file that was deleted when it makes one.
  yield* mcpRows();
  yield* inProcessRows();
}

/** Our edit does all it does for a model; the bare operations change nothing and only move the same bytes. */
async function* inProcessRows(): BenchRows {
  const folder = tempFolder("edit");
  const session = openSession(createRegistry(fsTools({ backend: nodeBackend({ roots: [folder] }) })), {
    policy: allow(),
  });
  for (const { label, bytes, files } of sizes) {
    const ours = changes(folder, "ours", bytes, files);
    const bare = changes(folder, "bare", bytes, files);
    const blocking = changes(folder, "blocking", bytes, files);
    for (const path of ours.paths) {
      const read = await session.call("read_file", { path, limit: 1 });
      if (!read.ok) throw read.error;
    }
    const samples = await interleave(
      {
        holdall: timed(async () => {
          const { path, old, fresh } = ours.next();
          const result = await session.call("edit_file", { path, old_string: old, new_string: fresh });
          if (!result.ok) throw result.error;
        }, 20),
        bare: timed(async () => {
          const { path } = bare.next();
          await writeFile(`${path}.tmp`, await readFile(path));
          await rename(`${path}.tmp`, path);
        }, 20),
        blocking: timed(() => {
          const { path } = blocking.next();
          writeFileSync(`${path}.tmp`, readFileSync(path));
          renameSync(`${path}.tmp`, path);
        }, 20),
      },
      { rounds: 21, warmups: 3 },
    );
    const what = `edit_file, ${label}, in process`;
    const against = "read + temp write + rename";
    yield row(what, `${against} (fs/promises)`, ratio(samples.holdall, samples.bare), { most: 1.5 });
    yield row(what, `${against} (blocking)`, ratio(samples.holdall, samples.blocking));
    yield row("  time of an edit", "nothing", median(samples.holdall), { unit: "ms" });
  }
}

async function* mcpRows(): BenchRows {
  const folder = tempFolder("edit-mcp");
  const [holdall, official] = await Promise.all([
    startMcp(ourServer(folder, "coding")),
    startMcp(officialServer(folder)),
  ]);
  try {
    for (const { label, bytes, files, mostOfOfficial } of sizes) {
      const [ours, theirs] = [changes(folder, "ours", bytes, files), changes(folder, "theirs", bytes, files)];
      for (const path of ours.paths) await holdall.call("read_file", { path, limit: 1 });
      const samples = await interleave(
        {
          holdall: timed(() => {
            const { path, old, fresh } = ours.next();
            return holdall.call("edit_file", { path, old_string: old, new_string: fresh });
          }, 20),
          official: timed(() => {
            const { path, old, fresh } = theirs.next();
            return official.call("edit_file", { path, edits: [{ oldText: old, newText: fresh }] });
          }, 20),
        },
        { rounds: 21, warmups: 3 },
      );
      const what = `edit_file, ${label}, over MCP stdio`;
      const value = ratio(samples.holdall, samples.official);
      yield row(what, "official server's edit_file", value, { most: mostOfOfficial });
      yield row("  time of an edit", "nothing", median(samples.holdall), { unit: "ms" });
    }
  } finally {
    await Promise.all([holdall.close(), official.close()]);
  }
}

interface Change {
  readonly path: string;
  readonly old: string;
  readonly fresh: string;
}

/** Write files and change two lines near the end of each in turn, there and back again. */
function changes(folder: string, name: string, bytes: number, files: number) {
  const text = sourceText(bytes);
  const at = text.indexOf("  let total", Math.floor(text.length * 0.9));
  const before = text.slice(at).split("\n").slice(0, 2).join("\n");
  const after = before.replace("= 0;", "= 1;");
  const paths = Array.from({ length: files }, (_, index) => join(folder, `${name}-${bytes}-${index}.ts`));
  for (const path of paths) writeFileSync(path, text);
  let turn = 0;
  return {
    paths,
    next(): Change {
      const path = paths[turn % files]!;
      const back = Math.floor(turn++ / files) % 2 === 1;
      return back ? { path, old: after, fresh: before } : { path, old: before, fresh: after };
    },
  };
}
