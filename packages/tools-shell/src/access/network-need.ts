import { existsSync, readFileSync } from "node:fs";
import type { CommandAnalysis } from "@holdall/shell-analysis";
import { basename, dirname, joinPath, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { BashOutput } from "../run/bash-output.ts";

/** What programs do with their registries. Their own retries take minutes without a network. */
const fromRegistries: Readonly<Record<string, RegExp>> = {
  npm: /^(install|i|ci|add|update|up|upgrade|view|v|info|show|audit|outdated|search|publish|ping|login|whoami|create|init \S+|dist-tag)\b/,
  pnpm: /^(install|i|add|update|up|dlx|create|audit|outdated|publish|fetch)\b/,
  yarn: /^(install|add|dlx|create|upgrade|up|audit|outdated|publish)\b|^$/,
  bun: /^(install|i|add|update|create|x)\b/,
  pip: /^(install|download|index)\b/,
  pip3: /^(install|download|index)\b/,
  pipx: /^(install|run|upgrade)\b/,
  uv: /^(pip install|sync|add|tool (install|run)|lock|python install)\b/,
  uvx: /^\S/,
  poetry: /^(install|add|update|lock)\b/,
  cargo: /^(install|fetch|search|publish|add|update)\b/,
  go: /^(get|install \S+@|mod download)\b/,
  gem: /^(install|update|fetch)\b/,
  bundle: /^(install|update)\b/,
  composer: /^(install|require|update|create-project)\b/,
  "apt-get": /^(install|update|upgrade)\b/,
  apt: /^(install|update|upgrade)\b/,
  apk: /^(add|update|upgrade)\b/,
  brew: /^(install|update|upgrade|tap)\b/,
  docker: /^(pull|push|login)\b/,
  gh: /^(pr|issue|repo|api|run|release|auth|workflow|search|gist)\b/,
};

const offline = /^--(offline|prefer-offline|no-index|dry-run|help|version|frozen)$|^-h$/;

/**
 * What a command is known to need the network for; undefined if it may do without. Programs that would retry for minutes are
 * found anywhere in it; others only if the command is that program alone, because the rest may do its work although one fails.
 */
export function networkNeed({ programs, effects }: CommandAnalysis, folder: Path): string | undefined {
  for (const { argv, cwd = folder } of programs) {
    const need = registryNeed(argv, cwd);
    if (need !== undefined) return need;
  }
  const [program, ...others] = programs;
  if (!program || others.length > 0) return undefined;
  const [path = "", ...words] = program.argv;
  const name = basename(path as Path);
  const hosts = effects.flatMap(({ action, target }) => (action === "network" && !isOwn(target) ? target : []));
  if (["curl", "wget", "git"].includes(name) && hosts[0] !== undefined) return `${name} to ${hosts[0]}`;
  if (name !== "git" || words.some((word) => offline.test(word))) return undefined;
  const at = words.findIndex((word, i) => !word.startsWith("-") && words[i - 1] !== "-C" && words[i - 1] !== "-c");
  const [verb = "", ...rest] = words.slice(Math.max(0, at)).filter((word) => !word.startsWith("-"));
  const where = words[words.indexOf("-C") + 1];
  const repository = words.includes("-C") && where !== undefined ? toPath(where, folder) : folder;
  return fromRemotes.test([verb, ...rest].join(" ")) && hasOnlyFarRemotes(repository) ? `git ${verb}` : undefined;
}

function registryNeed([path = "", ...words]: readonly string[], folder: Path): string | undefined {
  const name = basename(path as Path);
  if (words.some((word) => offline.test(word))) return undefined;
  const named = words.filter((word) => !word.startsWith("-"));
  if (/^python[\d.]*$/.test(name) && words[0] === "-m") return registryNeed(words.slice(1), folder);
  const runs = name === "npm" && /^(exec|x)$/.test(named[0] ?? "") ? named[1] : /^(npx|bunx)$/.test(name) && named[0];
  if (runs) return isInstalled(runs, folder) ? undefined : `${name} ${words.join(" ")}`;
  const [verb = "", ...what] = named;
  if (!fromRegistries[name]?.test(named.join(" ")) || what.some(isLocal)) return undefined;
  return `${name} ${verb}`;
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

const unreached =
  /could not resolve host|unable to resolve|name or service not known|temporary failure in name resolution|temporary failure resolving|EAI_AGAIN|ENOTFOUND|network is unreachable|no such host|failed to lookup address|nodename nor servname|getaddrinfo|could not connect to server/i;

/** What to say of a command that found no network, or of one that says nothing where others would. */
export function unreachedNotes({ effects, programs }: CommandAnalysis, output: BashOutput, level: string): string[] {
  const { status, exit_code, denied } = output;
  if ((denied?.network.length ?? 0) > 0) return [];
  const said = `${output.output}\n${output.errors ?? ""}`;
  const isSilent = said.trim() === "";
  const reaches = effects.some(({ action, target }) => action === "network" && !isOwn(target));
  const hasFetched = programs.some(({ argv: [path = ""] }) =>
    /(^|\/)(curl|wget|git|npm|npx|pnpm|yarn|pip3?)$/.test(path),
  );
  const isLost = unreached.test(said) || (status === "timed_out" && (reaches || (hasFetched && isSilent)));
  if (!isLost && !(isSilent && (exit_code === 7 || reaches) && hasFetched)) return [];
  return [
    `Commands have no network at the level ${level}: they reach what this session itself serves on 127.0.0.1, and nothing else. Call again with permissions: "network" to ask the user for more.`,
  ];
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
