import { existsSync } from "node:fs";
import type { Sandbox, SandboxLevel } from "@holdall/sandbox/port";
import { analyzeCommand, type CommandAnalysis, commandAccess } from "@holdall/shell-analysis";
import { type Access, declareWhole, dirname, joinPath, type Path } from "@holdall/tool-core";
import { commandFiles } from "./command-files.ts";
import { contentVersion } from "./content-version.ts";

export interface CommandPlace {
  readonly folder: Path;
  /** Definitions of functions that the shell knows. */
  readonly functions: string;
  readonly home: string | undefined;
  /** Where the session works: what the configuration of its repository says is the user's. */
  readonly root: Path;
  /** Names of the variables that commands get. */
  readonly exported: readonly string[];
}

/** What a command does at a place. A function that it calls by the name of a program is read with it. */
export function analyzeAt(command: string, { folder, functions, home, root, exported }: CommandPlace): CommandAnalysis {
  const usesGit = command.includes("git") || functions.includes("git");
  const where = {
    cwd: folder,
    home,
    exported,
    files: commandFiles(),
    root,
    repository: usesGit ? repositoryOf(folder) : undefined,
    trusted: usesGit ? repositoryOf(root) : undefined,
  };
  const alone = analyzeCommand(command, where);
  if (functions === "") return alone;
  const names = new Set(Array.from(functions.matchAll(/^(\S+) \(\) *$/gm), ([, name]) => name));
  const calls = alone.unknowns.length > 0 || alone.programs.some(({ argv }) => names.has(argv[0]));
  return calls ? analyzeCommand(`${functions}\n${command}`, where) : alone;
}

/** The accesses of a call: what its command does, and its reach as `execute sandbox:LEVEL`. */
export function accessOf(analysis: CommandAnalysis, level: SandboxLevel, sandbox: Sandbox | undefined): Access[] {
  const isLoose = sandbox !== undefined && !sandbox.confines(level);
  const confined = level === "network" && sandbox?.opensNetwork ? "network-any-host" : level;
  const reach = isLoose ? "all" : confined;
  const { cwd } = analysis;
  const at = cwd !== undefined && { cwd };
  const reaching: Access = { action: "execute", target: `sandbox:${reach}`, ...at };
  // Where there is no sandbox to leave, what the command does says all.
  if (isLoose && (level === "default" || level === "read_only")) declareWhole(reaching);
  return [
    ...commandAccess(analysis, contentVersion),
    ...(reach === "default" || reach === "read_only" ? [] : [reaching]),
  ];
}

/** What `git rev-parse --show-toplevel` would print. */
function repositoryOf(folder: Path): Path | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(joinPath(at, ".git"))) return at;
    if (at === "/") return undefined;
  }
}
