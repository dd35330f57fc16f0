import { existsSync } from "node:fs";
import type { CommandAnalysis } from "@holdall/shell-analysis";
import { basename, joinPath, type Path, ToolError } from "@holdall/tool-core";

const installers: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(["install", "i", "ci", "add", "update"]),
  pnpm: new Set(["install", "i", "add", "update", "dlx"]),
  yarn: new Set(["install", "add", "dlx"]),
  bun: new Set(["install", "i", "add"]),
  pip: new Set(["install", "download"]),
  pip3: new Set(["install", "download"]),
};

const offline = /^--(offline|prefer-offline|no-index|dry-run|help|version)$/;

/**
 * What a command is known to need the network for; undefined if it may do without. Only a command that is a single program is
 * judged, because the others may do their work although one of their programs fails.
 */
export function networkNeed({ programs, effects }: CommandAnalysis, folder: Path): string | undefined {
  const [program, ...others] = programs;
  if (!program || others.length > 0) return undefined;
  const [path = "", ...words] = program.argv.map(String);
  const name = basename(path as Path);
  const hosts = effects.flatMap(({ action, target }) => (action === "network" && !isOwn(target) ? target : []));
  if (["curl", "wget", "git"].includes(name) && hosts[0] !== undefined) return `${name} to ${hosts[0]}`;
  if (words.some((word) => offline.test(word))) return undefined;
  const [verb = "", ...rest] = words;
  const named = rest.filter((word) => !word.startsWith("-"));
  if (installers[name]?.has(verb) && !named.some(isLocal)) return `${name} ${verb}`;
  if (name !== "npx" && name !== "bunx") return undefined;
  const tool = words.find((word) => !word.startsWith("-"));
  return tool === undefined || isInstalled(tool, folder) ? undefined : `${name} ${tool}`;
}

/** This machine itself, where a command has a network of its own. */
const isOwn = (host: string): boolean => /^(localhost|127\.[\d.]+|\[?::1\]?|0\.0\.0\.0)(:\d+)?$/.test(host);

const isLocal = (word: string): boolean => /^(\.|\/|~|file:)/.test(word);

function isInstalled(tool: string, folder: Path): boolean {
  for (let at: string = folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
    if (existsSync(joinPath((at || "/") as Path, `node_modules/.bin/${tool}`))) return true;
    if (at === "") return false;
  }
}

export const needsNetwork = (what: string, level: string): ToolError =>
  new ToolError(
    "permission_denied",
    `${what} needs the network, which commands do not have at the level ${level}. Nothing was run.`,
    {
      hint: 'Call again with permissions: "network" to ask the user for it. What is installed or cached already runs with an offline option of the program.',
      data: { permissions: "network" },
    },
  );
