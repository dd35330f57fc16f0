import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import { emptiedFolders, type HostSnapshot } from "../_host-paths.ts";
import type { ReplacedRoot } from "../port/index.ts";
import { foldersAbove } from "../protect/guard.ts";
import type { Hidden } from "../secrets/secrets.ts";
import { checkoutMounts, isMissing } from "./checkout-mounts.ts";
import { kernelFiles } from "./kernel-files.ts";
import type { Mount } from "./mount.ts";

export interface MountRequest extends Pick<HostSnapshot, "secrets" | "sockets" | "denied"> {
  readonly roots: readonly string[];
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly isReadOnly: boolean;
  /** Programs can write git repositories. */
  readonly opensGit?: boolean | undefined;
  readonly protectedPaths: readonly string[];
  /** Folders on the way to them, which must keep their names. */
  readonly above: readonly string[];
  /** Copies that take the place of roots. */
  readonly replaced?: readonly ReplacedRoot[] | undefined;
  /** Bytes that each folder for temporary files holds; undefined where bubblewrap cannot bound one. */
  readonly temporary: number | undefined;
}

export interface Mounts {
  readonly words: readonly string[];
  /** Texts for descriptors from `firstText` on, each read once by bubblewrap. */
  readonly texts: readonly string[];
}

export const firstText = 200;

/**
 * The mounts of a profile. What lies deeper is mounted later, so that whatever is named most precisely decides: a secret
 * below a root stays hidden, a root below a folder of temporary files is there, and nothing uncovers the kernel's files or
 * what rules deny. Of one path the last kind counts. Nothing is mounted into what is empty already.
 */
export function mountsOf(request: MountRequest): Mounts {
  const { roots, writable, readable, isReadOnly, secrets, sockets, protectedPaths, denied } = request;
  const texts: string[] = [];
  const bind = isReadOnly ? "--ro-bind" : "--bind";
  const replaced = request.replaced ?? [];
  const sourceOf = (path: string): string => {
    const around = replaced.find(({ root }) => path === root || isInside(path, root));
    return around ? around.by + path.slice(around.root.length) : path;
  };
  const shown = (path: string, how: string): Mount => ({ path, kind: "shown", words: [how, sourceOf(path), path] });
  const own = [...roots, ...writable];
  const held = denied.readOnly.map(({ path }) => path);
  const isHeld = (path: string) => held.some((each) => isInside(path, each));
  const table = new Map<string, Mount>();
  for (const mount of [
    ...system(roots.includes("/")),
    ...temporary(request.temporary),
    ...protectedPaths.map(readOnly),
    ...secrets.map((secret) => secretMount(secret, request.temporary !== undefined, texts)),
    ...sockets.map(({ path }): Mount => ({ path, kind: "socket", words: empty(path) })),
    ...own.map((path) => shown(path, isHeld(path) ? "--ro-bind" : bind)),
    ...replaced.flatMap(({ shown: real }) => real.map(readOnly)),
    ...readable.map((path) => shown(path, "--ro-bind")),
    ...held.filter((path) => !own.includes(path)).map(readOnly),
    ...denied.hidden.map((hidden) => deniedMount(hidden, request.temporary !== undefined)),
  ])
    if (!isMissing(mount, replaced)) table.set(mount.path, mount);
  for (const mount of checkoutMounts(replaced, request.opensGit ?? false)) table.set(mount.path, mount);
  for (const path of pinned(table, secrets))
    table.set(path, { path, kind: "pinned", words: [bind, sourceOf(path), path] });

  const kept = [...table.values()].filter(({ path, kind }) => {
    if (isInDenied(table, path)) return false;
    const around = nearest(table, path);
    if (kind === "system" || kind === "temporary" || kind === "shown") return true;
    // A socket in a folder that programs write in is the project's own.
    if (kind === "socket" && around?.words[0] === "--bind") return false;
    return around?.kind !== "temporary" && around?.kind !== "secret" && around?.kind !== "system";
  });
  const depth = ({ path }: Mount) => (path === "/" ? 0 : path.split("/").length - 1);
  kept.sort((a, b) => depth(a) - depth(b));
  // The roots are mounted over these, so nothing is seen of them; but what anything is mounted on cannot be renamed.
  const isDenied = [...held, ...denied.hidden.map(({ path }) => path)];
  const above = [...new Set([...request.above, ...foldersAbove(isDenied, own)])]
    .filter((path) => !isInDenied(table, path))
    .sort((a, b) => a.length - b.length)
    .flatMap((path) => ["--ro-bind", path, path]);
  return { words: ["--ro-bind", "/", "/", ...above, ...kept.flatMap(({ words }) => words)], texts };
}

function system(isDiskWritable: boolean): Mount[] {
  const { readOnly, emptyFolders, emptyFiles } = kernelFiles();
  const own = (path: string, words: readonly string[]): Mount => ({ path, kind: "system", words });
  return [
    own("/dev", ["--dev", "/dev"]),
    own("/proc", ["--proc", "/proc"]),
    ...(isDiskWritable ? [own("/sys", ["--ro-bind", "/sys", "/sys"])] : []),
    ...readOnly.map((path) => own(path, ["--ro-bind", path, path])),
    ...emptyFolders.map((path) => own(path, ["--tmpfs", path, "--remount-ro", path])),
    ...emptyFiles.map((path) => own(path, empty(path))),
  ].filter(({ path }) => existsSync(path));
}

const temporary = (size: number | undefined): Mount[] =>
  emptiedFolders().map((path) => ({ path, kind: "temporary", words: [...sized(size), "--tmpfs", path] }));

/** Bytes for what programs put into a folder that hides a secret. */
const atSecrets = 1024 * 1024;

function secretMount({ path, isFolder }: Hidden, canSize: boolean, texts: string[]): Mount {
  if (isFolder) return { path, kind: "secret", words: [...sized(canSize ? atSecrets : undefined), "--tmpfs", path] };
  // What only root reads needs no content.
  if (path.startsWith("/etc/")) return { path, kind: "secret", words: empty(path) };
  texts.push(emptyText(path));
  return { path, kind: "secret", words: ["--ro-bind-data", String(firstText + texts.length - 1), path] };
}

/** What cannot be opened: programs see that it is there, so that git does not take it for deleted. */
const deniedMount = ({ path, isFolder }: Hidden, hasModes: boolean): Mount => ({
  path,
  kind: "denied",
  words: isFolder ? [...(hasModes ? ["--perms", "0000"] : []), "--tmpfs", path, "--remount-ro", path] : empty(path),
});

const readOnly = (path: string): Mount => ({ path, kind: "protected", words: ["--ro-bind", path, path] });

const sized = (size: number | undefined): string[] => (size === undefined ? [] : ["--size", String(size)]);
/** Nothing that can be opened: mounts know no devices. */
const empty = (path: string): string[] => ["--ro-bind", "/dev/null", path];

/** What a file holds instead, such that the programs that own it still start. */
function emptyText(path: string): string {
  if (path.endsWith(".json")) return "{}";
  if (path.endsWith("settings-security.xml")) return "<settingsSecurity/>";
  return path.endsWith(".xml") ? "<settings/>" : "";
}

/** The folders between a secret and the root around it: one that is mounted cannot be moved away, and the secret with it. */
function pinned(table: ReadonlyMap<string, Mount>, secrets: readonly Hidden[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { path } of secrets) {
    if (table.get(path)?.kind !== "secret" || nearest(table, path)?.words[0] !== "--bind") continue;
    for (let at = dirname(path); !table.has(at); at = dirname(at)) found.add(at);
  }
  return found;
}

function isInDenied(table: ReadonlyMap<string, Mount>, path: string): boolean {
  for (let at = path; at !== "/"; ) {
    at = dirname(at);
    if (table.get(at)?.kind === "denied") return true;
  }
  return false;
}

/** The innermost mount around a path. */
function nearest(table: ReadonlyMap<string, Mount>, path: string): Mount | undefined {
  for (let at = path; at !== "/"; ) {
    at = dirname(at);
    const mount = table.get(at);
    if (mount) return mount;
  }
  return undefined;
}
