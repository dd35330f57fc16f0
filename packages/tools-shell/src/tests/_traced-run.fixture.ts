import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What a real run did, as far as it reaches beyond reading below its folder. */
export interface TracedRun {
  /** Names of the programs that were started, and where they lie. */
  readonly started: readonly string[];
  /** Regular files that were opened for reading, where they really are. */
  readonly read: readonly string[];
  /** Paths that are others afterwards: made, changed or gone. */
  readonly changed: readonly string[];
  /** What the canary has written. */
  readonly marks: string;
}

/** Run a command under strace; compare what lies in `top` with `before`. */
export function tracedRun(
  command: string,
  cwd: string,
  top: string,
  env: Readonly<Record<string, string>>,
  before: ReadonlyMap<string, string>,
): TracedRun {
  const log = `${top}.trace`;
  const calls = "trace=execve,open,openat,openat2";
  const args = ["-f", "-qq", "-y", "-s", "4096", "--seccomp-bpf", "-e", calls, "-e", "signal=none", "-o", log];
  spawnSync("strace", [...args, "bash", "--norc", "--noprofile", "-c", command], {
    cwd,
    env,
    input: "",
    timeout: 20_000,
  });
  const lines = readFileSync(log, "latin1").split("\n");
  rmSync(log);
  const started = lines.flatMap((line) => /^\d+ +execve\("((?:[^"\\]|\\.)*)".* = 0$/.exec(line)?.[1] ?? []);
  const read = lines.flatMap((line) => {
    const [, flags, path] = /^\d+ +open(?:at2?)?\(.*, \{?(?:flags=)?(O_\w+[^ ,)]*).* = \d+<(.*)>$/.exec(line) ?? [];
    return flags && path && /O_RDONLY|O_RDWR/.test(flags) && !flags.includes("O_DIRECTORY") && !flags.includes("O_PATH")
      ? [path]
      : [];
  });
  const after = snapshot(top);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return {
    started: started.slice(1),
    read,
    changed,
    marks: after.has("marks") ? readFileSync(join(top, "marks"), "utf8") : "",
  };
}

/** What lies below a folder: kind, rights and content by path. */
export function snapshot(top: string): Map<string, string> {
  const found = new Map<string, string>();
  const look = (path: string) => {
    for (const name of readdirSync(join(top, path))) {
      const inside = path === "" ? name : `${path}/${name}`;
      const stat = lstatSync(join(top, inside));
      const content = stat.isSymbolicLink()
        ? readlinkSync(join(top, inside))
        : stat.isFile()
          ? readFileSync(join(top, inside), "latin1")
          : "";
      found.set(inside, `${stat.mode} ${content}`);
      if (stat.isDirectory()) look(inside);
    }
  };
  look("");
  return found;
}
