import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import type { Entry, Path } from "@holdall/tool-core";
import { childEnvironment, findProgram, fromHostPath, isInside, isWindows, toHostPath } from "@holdall/tool-kit/node";
import { crypto } from "../read/_crypto.ts";
import { hashAt, type IndexEntry, readIndex } from "./read-index.ts";

/** Finds the content of unchanged tracked files in the object store of git, where it need not be copied. */
export interface GitContent {
  /** The object of each file that is exactly as git's index has it. */
  refsOf(entries: readonly Entry[]): Promise<ReadonlyMap<Path, string>>;
  /** The contents of objects, each checked against its hash; undefined for those that are missing. */
  read(refs: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
}

interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** The folder with this working tree's index. */
  readonly folder: string;
  /** The folder with objects and settings, which working trees share. */
  readonly common: string;
}

/** For fewer files, it is faster to read them. */
const minFiles = 64;

/**
 * Create the known content of the repository around a folder. It is empty without a repository, or if the repository
 * transforms contents.
 */
export function gitContent(root: string): GitContent {
  const repository = repositoryOf(resolve(root));
  return {
    async refsOf(entries) {
      if (!repository || entries.length < minFiles) return new Map();
      const found = cleanFiles(repository, entries);
      if (!found || found.refs.size === 0) return new Map();
      return found.isSizeDoubtful ? ofSameSize(repository, entries, found.refs) : found.refs;
    },
    async read(refs) {
      if (!repository || refs.length === 0) return refs.map(() => undefined);
      const objects = await readObjects(repository, refs);
      return refs.map((ref) => objects.get(ref));
    },
  };
}

function repositoryOf(root: string): Repository | undefined {
  for (let top = root; ; top = dirname(top)) {
    const git = join(top, ".git");
    const stat = statSync(git, { throwIfNoEntry: false });
    if (stat?.isDirectory()) return { top, folder: git, common: git };
    if (stat?.isFile()) {
      const named = /^gitdir: (.+?)\s*$/m.exec(textOf(git))?.[1];
      if (named === undefined) return undefined;
      const folder = resolve(top, named);
      return { top, folder, common: resolve(folder, textOf(join(folder, "commondir")).trim() || ".") };
    }
    if (dirname(top) === top) return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The files that are as the index has them. Undefined if contents may differ from objects, or objects may be elsewhere. */
function cleanFiles(repository: Repository, entries: readonly Entry[]) {
  const { top, folder, common } = repository;
  const settings = [join(common, "config"), join(folder, "config.worktree"), ...userSettings()].map(textOf).join("\n");
  if (/objectformat|partialclone|promisor|attributesfile|\[\s*include/i.test(settings)) return undefined;
  if (textOf(join(common, "objects/info/alternates")) !== "") return undefined;
  const place = join(folder, "index");
  let bytes: Buffer;
  let written = 0;
  try {
    written = statSync(place).mtimeMs;
    bytes = readFileSync(place);
  } catch {
    return undefined;
  }
  const index = readIndex(bytes);
  if (!index) return undefined;
  const above = fromHostPath(top) === "/" ? "/" : `${fromHostPath(top)}/`;
  const known = new Map<string, IndexEntry>();
  const attributes = [join(common, "info/attributes")];
  const note = (path: string) => {
    if (path.endsWith(".gitattributes")) attributes.push(toHostPath((above + path) as Path));
  };
  for (const entry of index) {
    known.set(entry.path, entry);
    note(entry.path);
  }
  for (const { path } of entries) if (path.startsWith(above)) note(path.slice(above.length));
  const rules = [...new Set(attributes)].map(textOf).join("\n");
  if (/filter|ident|working-tree-encoding|\[attr\]/.test(rules)) return undefined;
  const refs = new Map<Path, string>();
  for (const entry of entries) {
    const tracked = entry.path.startsWith(above) ? known.get(entry.path.slice(above.length)) : undefined;
    if (tracked && isSame(entry, tracked, written)) refs.set(entry.path, hashAt(bytes, tracked));
  }
  // Line ends that git converts change the size. On Windows the installation of git decides, whose settings may be anywhere.
  const converts = /\b(text|eol|crlf)\b/.test(rules) || /autocrlf|safecrlf|\beol\b/i.test(settings);
  return { refs, isSizeDoubtful: converts || isWindows() };
}

function userSettings(): string[] {
  const { XDG_CONFIG_HOME: config = "" } = process.env;
  return [
    "/etc/gitconfig",
    join(homedir(), ".gitconfig"),
    join(isAbsolute(config) ? config : join(homedir(), ".config"), "git/config"),
  ];
}

/** Git itself compares these; a file that changed as late as the index was written may have changed since. */
function isSame({ size, modified, identity }: Entry, tracked: IndexEntry, written: number): boolean {
  if (modified === undefined || identity === undefined || modified >= written) return false;
  if (size !== tracked.size || Math.abs(modified - tracked.mtime) >= 0.001) return false;
  const cut = identity.indexOf(" ");
  return (
    Math.abs(Number(identity.slice(cut + 1)) - tracked.ctime) < 0.001 &&
    Number(identity.slice(0, cut)) % 2 ** 32 === tracked.inode
  );
}

async function ofSameSize(repository: Repository, entries: readonly Entry[], refs: ReadonlyMap<Path, string>) {
  const out = await git(repository, ["--batch-check=%(objectname) %(objectsize)"], [...new Set(refs.values())]);
  const sizes = new Map(
    out
      .toString("latin1")
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  const same = new Map<Path, string>();
  for (const { path, size } of entries) {
    const ref = refs.get(path);
    if (ref !== undefined && Number(sizes.get(ref)) === size) same.set(path, ref);
  }
  return same;
}

async function readObjects(repository: Repository, refs: readonly string[]): Promise<Map<string, Uint8Array>> {
  const wanted = [...new Set(refs)];
  const found = new Map<string, Uint8Array>();
  const out = await git(repository, ["--batch"], wanted);
  let at = 0;
  for (const ref of wanted) {
    const end = out.indexOf(10, at);
    if (end < 0) break;
    const [hash, kind, size] = out.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (kind !== "blob" || hash !== ref) continue;
    const bytes = out.subarray(at, at + Number(size));
    at += Number(size) + 1;
    const actual = crypto().createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    if (actual === ref) found.set(ref, new Uint8Array(bytes));
  }
  return found;
}

/** What `git cat-file` answers, nothing if it fails. It fetches nothing and follows no settings but the repository's own. */
function git({ common, top }: Repository, words: readonly string[], input: readonly string[]): Promise<Buffer> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((each) => isAbsolute(each) && !isInside(each, top));
  // Windows starts no program without its own variables, and would look for a bare name in the folder of the project first. A
  // batch file cannot be given the words with a percent sign.
  const program = isWindows() ? findProgram("git.exe", { outside: [top] }) : "git";
  if (program === undefined) return Promise.resolve(Buffer.alloc(0));
  const env = {
    ...(isWindows() && childEnvironment(process.env)),
    PATH: folders.join(delimiter),
    LC_ALL: "C",
    GIT_NO_LAZY_FETCH: "1",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  return new Promise<Buffer>((done, fail) => {
    const child = process
      .getBuiltinModule("node:child_process")
      .spawn(program, [`--git-dir=${common}`, "cat-file", ...words], {
        cwd: "/",
        env,
        stdio: ["pipe", "pipe", "ignore"],
      });
    const chunks: Buffer[] = [];
    child.on("error", fail);
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("close", () => done(Buffer.concat(chunks)));
    child.stdin.end(`${input.join("\n")}\n`);
  }).catch(() => Buffer.alloc(0)); // some failures to start are thrown, others are events
}
