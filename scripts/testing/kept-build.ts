import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const builds = join(root, "node_modules/.cache/test-builds");

/** Builds that nobody asked for in this time are deleted. */
const keptFor = 24 * 3_600_000;

/**
 * The folder of a build for tests. It is made when a source of the workspace has changed since: aside, and moved into place, as
 * other runs may make or use it at the same time. What a name means lies in those sources too.
 */
export async function keptBuild(name: string, make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(builds, `${name}-${stateOfSources()}`);
  if (!existsSync(folder)) {
    const aside = `${folder}-${process.pid}`;
    mkdirSync(aside, { recursive: true });
    await make(aside);
    try {
      renameSync(aside, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
      rmSync(aside, { recursive: true });
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  forgetOld(now.getTime());
  return folder;
}

let state: string | undefined;

/** A name for all that the playground can be made of. */
function stateOfSources(): string {
  if (state !== undefined) return state;
  const page = "apps/playground";
  const places = `{packages/*,${page}}`;
  const files = globSync(
    [
      `${places}/{package.json,index.html,vite.config.ts,public/**/*.*}`,
      `${places}/src/**/*.*`,
      // What builds it, of all fixtures.
      `${page}/src/{_build,_no-engine}.fixture.ts`,
    ],
    { cwd: root, exclude: (name) => /^(node_modules|dist)$|(?<!_build|_no-engine)\.(test|fixture)\.tsx?$/.test(name) },
  );
  const hash = createHash("sha256");
  for (const file of [...files, "pnpm-lock.yaml"].sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  state = hash.digest("hex").slice(0, 16);
  return state;
}

function forgetOld(now: number): void {
  for (const name of readdirSync(builds)) {
    const other = join(builds, name);
    const age = now - (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > keptFor) rmSync(other, { recursive: true, force: true });
  }
}
