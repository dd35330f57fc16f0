import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { countTokens } from "gpt-tokenizer";
import { type BenchRows, row } from "./lib/harness.ts";
import { startMcp } from "./lib/mcp-client.ts";
import { memoryOf } from "./lib/process.ts";
import { type RealTree, realTrees } from "./lib/real-trees.ts";
import { searchTree, type TreeSize } from "./lib/search-tree.ts";
import { officialServer, ourServer } from "./lib/servers.ts";
import { type CallKind, type SessionCall, sessionCalls } from "./lib/session-calls.ts";
import { tempFolder } from "./lib/temp.ts";

export const about =
  "A coding session of 200 calls over MCP, beside the official server and a naive one that spawns rg and bash";

type Spell = (call: SessionCall) => readonly [tool: string, input: object] | undefined;

interface Player {
  readonly args: (folder: string) => readonly string[];
  readonly spell: Spell;
}

const ours: Spell = (call) => {
  switch (call.kind) {
    case "list":
      return ["list_directory", { path: call.path }];
    case "glob":
      return ["glob_files", { pattern: call.pattern }];
    case "grep":
      return ["grep_files", { pattern: call.pattern, limit: 100 }];
    case "read":
      return ["read_file", { path: call.path, offset: call.offset, limit: call.limit }];
    case "edit":
      return ["edit_file", { path: call.path, old_string: call.old, new_string: call.text }];
    case "bash":
      return ["bash", { command: call.command }];
  }
};

const official =
  (folder: string): Spell =>
  (call) => {
    switch (call.kind) {
      case "list":
        return ["list_directory", { path: join(folder, call.path) }];
      case "glob":
        return ["search_files", { path: folder, pattern: call.pattern }];
      case "read":
        return ["read_text_file", { path: join(folder, call.path), ...(call.offset === undefined && { head: 2000 }) }];
      case "edit":
        return ["edit_file", { path: join(folder, call.path), edits: [{ oldText: call.old, newText: call.text }] }];
      default:
        return undefined; // It has no search in files and no shell.
    }
  };

/** Milliseconds between an answer and the next call; a model takes a hundred times as long. */
const thinking = 50;

interface Played {
  readonly times: readonly { readonly kind: CallKind; readonly ms: number }[];
  readonly answers: readonly (string | undefined)[];
  readonly peak: number;
}

async function play(args: readonly string[], calls: readonly SessionCall[], spell: Spell): Promise<Played> {
  const server = await startMcp(args);
  const times: { kind: CallKind; ms: number }[] = [];
  const answers: (string | undefined)[] = [];
  for (const call of calls) {
    const spelled = spell(call);
    if (!spelled) {
      answers.push(undefined);
      continue;
    }
    const start = performance.now();
    const result = (await server.call(...spelled)) as { content: readonly { text?: string }[] };
    times.push({ kind: call.kind, ms: performance.now() - start });
    answers.push(result.content.map(({ text = "" }) => text).join("\n"));
    await setTimeout(thinking);
  }
  const peak = memoryOf(server.pid).peak;
  await server.close();
  return { times, answers, peak };
}

export async function* rows(): BenchRows {
  yield* sessionRows({ files: 1_600, megabytes: 16, ignored: 3_000 });
  yield* sessionRows({ files: 10_000, megabytes: 100, ignored: 20_000 });
  for (const tree of realTrees().slice(0, 2)) yield* playedRows(tree);
}

async function* sessionRows(size: TreeSize): BenchRows {
  const tree = searchTree(size);
  execFileSync("git", ["init", "-q"], { cwd: tree.folder });
  yield* playedRows(tree, true);
  tree.remove();
}

/** In a generated tree, no answer may differ; in real ones, long lines end a page earlier. */
async function* playedRows(tree: RealTree, isGenerated = false): BenchRows {
  const files = execFileSync(rgPath, ["--files", "--sort", "path", "-g", isGenerated ? "*.ts" : "*.{ts,js}"], {
    cwd: tree.folder,
    encoding: "utf8",
  });
  const calls = sessionCalls(tree.folder, files.trim().split("\n"));
  const naive = join(import.meta.dirname, "fixtures/naive-server.mjs");
  const unrecorded = join(tempFolder("session-config"), "holdall.config.yaml");
  writeFileSync(unrecorded, "history: false\n");
  const holdall = (folder: string) => [...ourServer(folder, "coding"), "--yes", "--sandbox", "off"];
  const players: Record<"holdall" | "unrecorded" | "naive" | "official", Player> = {
    holdall: { args: holdall, spell: ours },
    unrecorded: { args: (folder) => [...holdall(folder), "--config", unrecorded], spell: ours },
    naive: { args: (folder) => [naive, folder, rgPath], spell: (call) => [call.kind, call] },
    official: { args: officialServer, spell: ours },
  };
  const played = {} as Record<keyof typeof players, Played>;
  for (const [name, { args, spell }] of Object.entries(players) as [keyof typeof players, Player][]) {
    const folder = tempFolder(`session-${name}`);
    cpSync(tree.folder, folder, { recursive: true, preserveTimestamps: true });
    played[name] = await play(args(folder), calls, name === "official" ? official(folder) : spell);
  }
  const problems = disagreements(calls, played.holdall.answers, played.naive.answers);
  if (isGenerated && problems.length > 0) throw new Error(`The servers disagree:\n${problems.slice(0, 5).join("\n")}`);

  const total = ({ times }: Played, ...kinds: CallKind[]) =>
    times.reduce((sum, { kind, ms }) => sum + (kinds.length === 0 || kinds.includes(kind) ? ms : 0), 0);
  const compare = (...kinds: CallKind[]) => total(played.holdall, ...kinds) / total(played.naive, ...kinds);
  yield row(`200 calls, ${tree.label}`, "the naive server", compare(), { most: 0.7 });
  yield row("  grep", "the naive server", compare("grep"), { most: 0.8 });
  for (const kind of ["list", "glob", "read", "edit", "bash"] as const)
    yield row(`  ${kind}`, "the naive server", compare(kind));
  const shared = ["list", "glob", "read", "edit"] as const;
  yield row(
    "  list, glob, read and edit",
    "the official server",
    total(played.holdall, ...shared) / total(played.official),
    {
      most: 0.5,
    },
  );
  const greps = played.holdall.times.flatMap(({ kind, ms }, i) => {
    const call = calls[i]!;
    return kind === "grep" && call.kind === "grep"
      ? { pattern: call.pattern, ratio: ms / played.naive.times[i]!.ms }
      : [];
  });
  const worst = greps.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  yield row(`  the worst grep, ${worst.pattern}`, "the naive server's same call", worst.ratio, { most: 1.5 });
  for (const kind of ["list", "read"] as const) {
    const sorted = played.holdall.times.flatMap((each) => (each.kind === kind ? each.ms : [])).sort((a, b) => a - b);
    yield row(`  ${kind}, p95`, "nothing", sorted[Math.floor(sorted.length * 0.95)] ?? 0, { unit: "ms", most: 6 });
  }
  // A model thinks for a hundred times as long; this is of the calls alone.
  yield row("  what recording changes costs", "the same without", total(played.holdall) / total(played.unrecorded), {
    most: 1.03,
  });
  yield row("  peak memory", "nothing", played.holdall.peak, { unit: "MB", most: 180 });
  const tokens = ({ answers }: Played) => answers.reduce((sum, text = "") => sum + countTokens(text), 0);
  yield row("  tokens of the answers", "the naive server", tokens(played.holdall) / tokens(played.naive));
}

/** Searches must find the same files, and globs no others: ripgrep's `--glob` finds what is ignored as well. */
function disagreements(
  calls: readonly SessionCall[],
  ours: readonly (string | undefined)[],
  theirs: readonly (string | undefined)[],
): string[] {
  return calls.flatMap((call, i) => {
    const [mine = "", other = ""] = [ours[i], theirs[i]];
    if (call.kind !== "grep" && call.kind !== "glob") return [];
    const paths = (text: string) => new Set(text.match(/packages\/[\w./-]+\.\w+/g) ?? []);
    const [a, b] = [paths(mine), paths(other)];
    const isCut = other.split("\n").length >= 100;
    return isCut || ((call.kind === "glob" || a.size === b.size) && [...a].every((path) => b.has(path)))
      ? []
      : [`${call.kind} ${call.pattern}: ${a.size} files by Holdall, ${b.size} by the naive server`];
  });
}
