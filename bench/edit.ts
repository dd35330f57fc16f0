import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { matchRows } from "./_edit-match.ts";
import { type BenchRows, interleave, ratio, row, timed } from "./_harness.ts";
import { startMcp } from "./_mcp-client.ts";
import { officialServer, ourServer } from "./_servers.ts";
import { sourceText } from "./_source-text.ts";
import { tempFolder } from "./_temp.ts";

export const about = "Editing: finding the place, the whole edit, and the same edit by the official server over MCP";

const sizes = [
  { label: "6 KB", bytes: 6_000, mostOfOfficial: 0.7 },
  { label: "300 KB", bytes: 300_000, mostOfOfficial: 0.4 },
  { label: "5 MB", bytes: 5_000_000, mostOfOfficial: 0.4 },
];

export async function* rows(): BenchRows {
  yield* matchRows();
  yield* inProcessRows();
  yield* mcpRows();
}

/** Our edit does all it does for a model; the bare operations change nothing and only move the same bytes. */
async function* inProcessRows(): BenchRows {
  const folder = tempFolder("edit");
  const session = openSession(createRegistry(fsTools({ backend: nodeBackend({ roots: [folder] }) })), {
    policy: allow(),
  });
  for (const { label, bytes } of sizes) {
    const [ours, bare, bareSync] = ["ours.ts", "bare.ts", "sync.ts"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const file of [ours, bare, bareSync]) writeFileSync(file, sourceText(bytes));
    const read = await session.call("read_file", { path: ours, limit: 1 });
    if (!read.ok) throw read.error;

    const change = toggle(bytes);
    const samples = await interleave(
      {
        holdall: timed(async () => {
          const [old_string, new_string] = change();
          const result = await session.call("edit_file", { path: ours, old_string, new_string });
          if (!result.ok) throw result.error;
        }, 20),
        bare: timed(async () => {
          await writeFile(`${bare}.tmp`, await readFile(bare));
          await rename(`${bare}.tmp`, bare);
        }, 20),
        bareSync: timed(() => {
          writeFileSync(`${bareSync}.tmp`, readFileSync(bareSync));
          renameSync(`${bareSync}.tmp`, bareSync);
        }, 20),
      },
      { rounds: 21, warmups: 3 },
    );
    const what = `edit_file, ${label}, in process`;
    const against = "read + temp write + rename";
    yield row(what, `${against} (fs/promises)`, ratio(samples.holdall, samples.bare), { most: 1.5 });
    yield row(what, `${against} (blocking)`, ratio(samples.holdall, samples.bareSync));
  }
}

async function* mcpRows(): BenchRows {
  const folder = tempFolder("edit-mcp");
  const [holdall, official] = await Promise.all([
    startMcp(ourServer(folder, "coding")),
    startMcp(officialServer(folder)),
  ]);
  try {
    for (const { label, bytes, mostOfOfficial } of sizes) {
      const [ours, theirs] = [join(folder, "ours.ts"), join(folder, "theirs.ts")];
      for (const file of [ours, theirs]) writeFileSync(file, sourceText(bytes));
      await holdall.call("read_file", { path: ours, limit: 1 });

      const [ourChange, theirChange] = [toggle(bytes), toggle(bytes)];
      const samples = await interleave(
        {
          holdall: timed(() => {
            const [old_string, new_string] = ourChange();
            return holdall.call("edit_file", { path: ours, old_string, new_string });
          }, 20),
          official: timed(() => {
            const [oldText, newText] = theirChange();
            return official.call("edit_file", { path: theirs, edits: [{ oldText, newText }] });
          }, 20),
        },
        { rounds: 21, warmups: 3 },
      );
      const what = `edit_file, ${label}, over MCP stdio`;
      const value = ratio(samples.holdall, samples.official);
      yield row(what, "official server's edit_file", value, { most: mostOfOfficial });
    }
  } finally {
    await Promise.all([holdall.close(), official.close()]);
  }
}

/** A change of two lines near the end of the file, there and back again. */
function toggle(bytes: number): () => readonly [old: string, replacement: string] {
  const lines = sourceText(bytes).split("\n");
  const at = Math.floor(lines.length * 0.9);
  const line = lines.findIndex((text, index) => index >= at && text.includes("let total"));
  const before = lines.slice(line, line + 2).join("\n");
  const after = before.replace("= 0;", "= 1;");
  let flipped = true;
  return () => {
    flipped = !flipped;
    return flipped ? [after, before] : [before, after];
  };
}
