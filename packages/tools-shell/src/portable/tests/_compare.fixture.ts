import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { allow, type Backend, createRegistry, joinPath, openSession, type Path } from "@holdall/tool-core";
import type { BashOutput } from "../../run/bash-output.ts";
import { portableBash } from "../index.ts";
import { project } from "./_project.fixture.ts";

/** What a script did. */
export interface Ran {
  readonly output: string;
  readonly status: number;
  /** Contents by path, and `null` for folders. */
  readonly files: Readonly<Record<string, string | null>>;
  readonly errors: string;
}

/** The result of a script in the bash of this machine, in a copy of the project. */
export async function runInBash(script: string): Promise<Ran> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-compare-")));
  try {
    for (const [path, text] of Object.entries(project)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const env = { PATH: process.env.PATH ?? "", HOME: root, LC_ALL: "C.UTF-8", USER: "user" };
    const { output, errors, status } = await new Promise<Omit<Ran, "files">>((resolve) => {
      const child = execFile(
        "bash",
        ["--noprofile", "--norc", "-c", script],
        { cwd: root, env, timeout: 20_000, encoding: "utf8" },
        (error, stdout, stderr) =>
          resolve({
            output: stdout,
            errors: stderr,
            status: typeof error?.code === "number" ? error.code : error ? 124 : 0,
          }),
      );
      child.stdin?.end();
    });
    return { output: output.replaceAll(root, "ROOT"), errors, status, files: filesOnDisk(root) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function filesOnDisk(root: string): Record<string, string | null> {
  const found: Record<string, string | null> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isDirectory()) found[path] = null;
    else
      found[path] = entry.isFile()
        ? readFileSync(join(root, path), "utf8")
        : `(${entry.isSymbolicLink() ? "link" : "other"})`;
  }
  return found;
}

/** The same in the portable shell, in a copy of the project in a folder of a backend. */
export async function runPortable(script: string, backend: Backend, root: Path): Promise<Ran> {
  for (const [path, text] of Object.entries(project))
    await backend.write(joinPath(root, path), new TextEncoder().encode(text));
  const tool = portableBash({ backend, roots: [root], env: { LC_ALL: "C.UTF-8" }, maxChars: 1_000_000 });
  await using session = openSession(createRegistry([tool]), { policy: allow(), cwd: root });
  const result = await session.call("bash", { command: script, timeout: 20_000 });
  if (!result.ok) throw result.error;
  const { output, errors = "", exit_code: status = 124 } = result.output as BashOutput;
  return { output: output.replaceAll(root, "ROOT"), errors, status, files: await filesOf(backend, root) };
}

async function filesOf(backend: Backend, root: Path): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  for await (const { path, kind } of backend.list(root, { recursive: true })) {
    const name = path.slice(root.length + 1);
    if (kind === "directory") found[name] = null;
    else found[name] = kind === "file" ? new TextDecoder().decode((await backend.read(path)).bytes) : "(link)";
  }
  return found;
}

/** What differs; undefined for nothing. Folders without files are compared where the storage has them. */
export function differenceOf(real: Ran, portable: Ran, hasEmptyFolders: boolean): string | undefined {
  if (real.output !== portable.output)
    return `output ${JSON.stringify(real.output)} and ${JSON.stringify(portable.output)}`;
  if (real.status !== portable.status) return `exit code ${real.status} and ${portable.status}`;
  const [one, other] = [real, portable].map(({ files }) =>
    Object.entries(files).filter(([, content]) => hasEmptyFolders || content !== null),
  );
  const differing = [...new Map([...(one ?? []), ...(other ?? [])]).keys()].find(
    (path) => !sameFile(new Map(one), new Map(other), path),
  );
  return differing === undefined
    ? undefined
    : `file ${differing}: ${JSON.stringify(real.files[differing])} and ${JSON.stringify(portable.files[differing])}`;
}

/** Archives hold times, and databases the version of their program. */
const sameFile = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>, path: string): boolean =>
  one.has(path) && other.has(path) && (/\.(?:tgz|tar|gz|db)$/.test(path) || one.get(path) === other.get(path));
