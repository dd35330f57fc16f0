import { existsSync, lstatSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Sandbox,
  type SandboxLaunch,
  type SandboxLevel,
  type SandboxReport,
  type SandboxRequest,
  ToolError,
} from "@holdall/tool-core";
import { deniedHosts, deniedWrites, sandboxFailure } from "./_denials.ts";
import { findProgram } from "./_find-program.ts";
import { limited } from "./_limits.ts";
import { isInside, type Places, placesOf } from "./_places.ts";
import { findProtected, type ProtectedFiles, putAside, removeEmpty } from "./_protected-files.ts";
import type { SandboxOptions } from "./options.ts";

export interface BubblewrapOptions extends SandboxOptions {
  /** The program; `bwrap` on the PATH by default. */
  readonly program?: string | undefined;
}

/**
 * Confine programs by Linux namespaces, with bubblewrap. They read all but secrets, write below the roots and in a folder
 * for temporary files of their own, reach no network, and end with the first of them. What is always protected is mounted
 * read-only; where it does not exist yet, what a program makes there is put aside afterwards and reported. Levels:
 * `default`, `read_only` and `git_write`. For `network` with domains use `sandboxRuntime`. Throws `unavailable` when it is not installed.
 */
export function bubblewrap({ program = "bwrap", limits, ...options }: BubblewrapOptions): Sandbox {
  const places = placesOf(options);
  // Found now and by its full path: what a command calls PATH later must not choose what confines it.
  const found = findProgram(program);
  if (!found) throw missing(program);

  return {
    name: "bubblewrap",
    confines: isUpheld,
    async launch({ argv, cwd, env, level, readable = [] }: SandboxRequest): Promise<SandboxLaunch> {
      if (!isUpheld(level)) throw cannot(level);
      const mounts = { ...places, readable, isReadOnly: level === "read_only" };
      const protectedFiles = findProtected(places.roots, (path) => level === "git_write" && isRepository(path));
      const aside = mkdtempSync(join(tmpdir(), "holdall-aside-"));
      const inside = limited(argv, limits);
      return {
        argv: [found, ...profile(mounts, protectedFiles.paths), "--chdir", cwd, "--", ...inside],
        env: { ...env, TMPDIR: "/tmp", XDG_CACHE_HOME: "/tmp/.cache", npm_config_cache: "/tmp/.npm" },
        killsTree: true,
        report: async (errors) => report({ errors, cwd, files: protectedFiles, aside }),
        [Symbol.asyncDispose]: async () => removeEmpty(aside),
      };
    },
  };
}

const isUpheld = (level: SandboxLevel) => level === "default" || level === "read_only" || level === "git_write";

interface Mounts extends Places {
  readonly readable: readonly string[];
  readonly isReadOnly: boolean;
}

/** The mounts and namespaces, later ones over earlier ones. */
function profile(
  { roots, writable, readable, isReadOnly, secretFolders, secretFiles }: Mounts,
  protectedPaths: readonly string[],
): string[] {
  const bind = isReadOnly ? "--ro-bind" : "--bind";
  const hidden = ["/tmp", "/var/tmp", "/run", "/dev/shm"].filter(
    (path) => existsSync(path) && !lstatSync(path).isSymbolicLink(),
  );
  return [
    ...[
      "--die-with-parent",
      "--new-session",
      "--unshare-pid",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-net",
      "--unshare-cgroup-try",
      "--cap-drop",
      "ALL",
    ],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...hidden.flatMap((path) => ["--tmpfs", path]),
    ...secretFolders.flatMap((path) => ["--tmpfs", path]),
    ...secretFiles.flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...[...roots, ...writable].flatMap((path) => [bind, path, path]),
    ...readable.flatMap((path) => ["--ro-bind", path, path]),
    // A secret below a root stays hidden.
    ...secretFolders.filter((path) => roots.some((root) => isInside(path, root))).flatMap((path) => ["--tmpfs", path]),
    ...secretFiles
      .filter((path) => roots.some((root) => isInside(path, root)))
      .flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...protectedPaths
      .filter((path) => !lstatSync(path).isSymbolicLink())
      .slice(0, maxMounts)
      .flatMap((path) => ["--ro-bind", path, path]),
  ];
}

/** bubblewrap takes 9,000 arguments. What is beyond is still checked afterwards. */
const maxMounts = 2_500;

interface Looked {
  readonly errors: string;
  readonly cwd: string;
  readonly files: ProtectedFiles;
  readonly aside: string;
}

function report({ errors, cwd, files, aside }: Looked): SandboxReport {
  const failure = sandboxFailure(errors);
  const { changed, added } = files.changes();
  const moved = added.map((path) => `${path} (put aside: ${putAside(path, aside)})`);
  return {
    needed: { write: [...new Set([...deniedWrites(errors, cwd), ...added])], network: deniedHosts(errors) },
    tampered: [...changed, ...moved],
    ...(failure !== undefined && { failure }),
  };
}

const isRepository = (path: string) => /(^|\/)\.git(\/|$)|\.git$|\/\.gitmodules$|\/\.gitattributes$/.test(path);

const missing = (program: string) =>
  new ToolError("unavailable", `${program} is not installed.`, {
    hint: "Install bubblewrap: apt-get install bubblewrap.",
  });

const cannot = (level: SandboxLevel) =>
  new ToolError("unavailable", `bubblewrap alone cannot uphold the level ${level}.`, {
    hint: "Install @anthropic-ai/sandbox-runtime for the network, or ask for the level default.",
    data: { level },
  });
