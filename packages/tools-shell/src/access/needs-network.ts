import { existsSync, readFileSync } from "node:fs";
import type { CommandAnalysis } from "@holdall/shell-analysis";
import { basename, dirname, joinPath, type Path, ToolError } from "@holdall/tool-core";
import type { BashOutput } from "../run/bash-output.ts";

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
  if (name === "git" && fromRemotes.test([verb, ...named].join(" ")) && hasOnlyFarRemotes(folder)) return `git ${verb}`;
  if (installers[name]?.has(verb) && !named.some(isLocal)) return `${name} ${verb}`;
  if (name !== "npx" && name !== "bunx") return undefined;
  const tool = words.find((word) => !word.startsWith("-"));
  return tool === undefined || isInstalled(tool, folder) ? undefined : `${name} ${tool}`;
}

/** Subcommands that speak to the remotes of a repository, unless they name another one. */
const fromRemotes = /^(fetch|pull|push|ls-remote)( [\w-]+)*$|^(remote (update|show)|submodule update)\b/;

/** Whether every remote of the repository around a folder is on another machine. */
function hasOnlyFarRemotes(folder: Path): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const config = joinPath(at, ".git/config");
    if (existsSync(config)) {
      const urls = Array.from(
        readFileSync(config, "utf8").matchAll(/^\s*(?:url|pushurl)\s*=\s*(\S+)/gim),
        ([, url = ""]) => url,
      );
      return urls.length > 0 && urls.every((url) => /^(https?|ssh|git|ftps?):\/\/|^[^/:]+:(?!\/\/)/.test(url));
    }
    if (at === "/" || existsSync(joinPath(at, ".git"))) return false;
  }
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

/** What to say of a command that ended without a word because curl could not connect. */
export const unreachedNotes = (command: string, { exit_code, output, errors = "" }: BashOutput): string[] =>
  exit_code === 7 && /\bcurl\b/.test(command) && output.trim() === "" && errors.trim() === ""
    ? [
        'curl could not connect. Commands reach what this session itself serves on 127.0.0.1, and nothing else; call again with permissions: "network" to ask the user for more.',
      ]
    : [];

export const needsNetwork = (what: string, level: string): ToolError =>
  new ToolError(
    "permission_denied",
    `${what} needs the network, which commands do not have at the level ${level}. Nothing was run.`,
    {
      hint: 'Call again with permissions: "network" to ask the user for it. What is installed or cached already runs with an offline option of the program.',
      data: { permissions: "network" },
    },
  );
