import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { ToolError } from "@holdall/tool-core";
import type { SandboxOptions } from "./options.ts";

/** The host paths that a sandbox is about, all real and there. */
export interface Places {
  readonly roots: readonly string[];
  readonly writable: readonly string[];
  readonly secretFolders: readonly string[];
  readonly secretFiles: readonly string[];
}

/** Where people's logins and histories lie, below the home folder or from the root. */
const secretNames = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker/config.json", ".netrc", ".git-credentials", ".pypirc"],
  ...[".config/gcloud", ".config/gh", ".config/op", ".config/google-chrome", ".config/chromium", ".mozilla"],
  ...[
    ".local/share/keyrings",
    ".password-store",
    ".vault-token",
    ".terraform.d/credentials.tfrc.json",
    ".cargo/credentials.toml",
  ],
  ...[".bash_history", ".zsh_history", ".node_repl_history", ".psql_history", ".python_history", ".config/holdall"],
  ...["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private"],
];

export function placesOf({ roots, secrets = [], writable = [] }: SandboxOptions): Places {
  if (roots.length === 0)
    throw new ToolError("invalid_input", "A sandbox needs a root.", { hint: "Name at least one folder in `roots`." });
  const hidden = [...secretNames, ...secrets]
    .map((path) => (isAbsolute(path) ? path : join(homedir(), path)))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const isFolder = (path: string) => statSync(path).isDirectory();
  return {
    roots: roots.map(realFolder),
    writable: writable.filter((path) => existsSync(path)).map((path) => realpathSync(path)),
    secretFolders: hidden.filter(isFolder),
    secretFiles: hidden.filter((path) => !isFolder(path) && lstatSync(path).isFile()),
  };
}

function realFolder(root: string): string {
  try {
    const real = realpathSync(resolve(root));
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new ToolError("not_found", `The root ${root} does not exist.`, {
      hint: "Create the folder, or correct `roots`.",
      cause,
    });
  }
  throw new ToolError("wrong_kind", `The root ${root} is no folder.`, { hint: "Name a folder in `roots`." });
}

export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
