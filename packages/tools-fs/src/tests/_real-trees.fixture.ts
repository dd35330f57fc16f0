import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

const workspace = join(import.meta.dirname, "../../../..");

/** Git and ripgrep as on a machine whose user has no settings. */
export const plainEnv = {
  ...process.env,
  HOME: "/nonexistent",
  XDG_CONFIG_HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** Why a program cannot be asked here; undefined when it can. */
export function missing(program: string): string | undefined {
  return spawnSync(program, ["--version"]).status === 0 ? undefined : `${program} is not installed`;
}

/** Why this checkout has no history to build trees from; undefined when it has. */
export function withoutHistory(): string | undefined {
  const { status } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: workspace });
  return status === 0 ? undefined : "this is no git checkout";
}

/** The last commit of this repository, with files beside it that are hard to search. */
export function repositoryTree(folder: string): void {
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: workspace, maxBuffer: 2 ** 30 });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  oddFiles(join(folder, "odd"));
  gitInit(folder);
}

/** Installed packages whose names begin with one of `letters`. */
export function packagesTree(folder: string, letters: string): void {
  const store = join(workspace, "node_modules/.pnpm");
  for (const name of readdirSync(store).sort()) {
    if (!letters.includes(name[0]!) || !existsSync(join(store, name, "node_modules"))) continue;
    linkTree(join(store, name, "node_modules"), join(folder, name));
  }
  gitInit(folder);
}

/** The same files under another name, links as links. Programs of many megabytes say nothing here and are left out. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) linkTree(source, target);
    else if (statSync(source).size < 3e6) link(source, target);
  }
}

function link(source: string, target: string): void {
  try {
    linkSync(source, target);
  } catch {
    copyFileSync(source, target);
  }
}

/** Give one folder in `every` an ignore file, with rules made of names that are there. */
export function spreadIgnoreFiles(root: string, file: ".gitignore" | ".ignore", every: number, seed: number): void {
  const next = random(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const visit = (folder: string): string[] => {
    const below: string[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === ".git") continue;
      if (entry.isDirectory()) below.push(...visit(join(folder, entry.name)).map((path) => `${entry.name}/${path}`));
      below.push(entry.name);
    }
    if (below.length > 2 && next() < 1 / every) {
      const rules = Array.from({ length: 1 + Math.floor(next() * 6) }, () => rule(pick(below), next, pick));
      writeFileSync(join(folder, file), `# rules\n\n${rules.join("\n")}\n`);
    }
    return below.slice(0, 400);
  };
  visit(root);
}

function rule(path: string, next: () => number, pick: <T>(items: readonly T[]) => T): string {
  const name = basename(path);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".")) : name;
  const first = path.split("/")[0]!;
  const shapes = [
    name,
    `*${extension}`,
    `/${path}`,
    path,
    `${first}/`,
    `/${first}/*`,
    `${first}/**`,
    `**/${name}`,
    `${first}/**/${name}`,
    `${first}/**/*${extension}`,
    `${name.slice(0, 2)}*`,
    `*${name.slice(-4, -1)}?`,
    `[${name[0]}-z]*${extension}`,
    `[!${name[0]}]*`,
    `\\${name}`,
    `${name}  `,
    `/${first}/../${name}`,
    `**/${first}/**`,
    `/*/*${extension}`,
  ];
  return `${next() < 0.3 ? "!" : ""}${pick(shapes)}`;
}

/** Encodings, line ends, long lines, strange names, links and special files. */
function oddFiles(folder: string): void {
  mkdirSync(join(folder, "sub dir"), { recursive: true });
  const utf16 = Buffer.from("\ufefffunction wide() {}\nsecond line 12345\n", "utf16le");
  const files: Record<string, string | Uint8Array> = {
    "utf-16le.txt": utf16,
    "utf-16be.txt": Buffer.from(utf16).swap16(),
    "utf-8-bom.txt": "\ufefffunction marked() {}\n12345\n",
    "latin-1.txt": Buffer.from("function caf\xe9() {}\n\xe9\xe8\n12345\n", "latin1"),
    "crlf.txt": "function dos() {}\r\nno\r\n12345\r\n",
    "cr.txt": "function mac() {}\r12345\rend",
    "no-newline.txt": "function last() {}\n12345",
    "empty.txt": "",
    "newlines.txt": "\n\n\n",
    "binary-late.bin": Buffer.concat([Buffer.from("function early() {}\n".repeat(9_000)), Buffer.from([0, 10])]),
    "binary.bin": Buffer.from("function nul\0() {}\n"),
    "long-line.js": `${"x".repeat(200_000)} function far() {} ${"y".repeat(300_000)}12345\nshort 12345\n`,
    "sub dir/[id].tsx": "function page() {}\n",
    'sub dir/quote\'s "name".txt': "12345\n",
    "sub dir/üñí — 日本.txt": "function ünï() {}\n12345 日本\n",
    "sub dir/back\\slash": "12345\n",
    "sub dir/new\nline.txt": "12345\n",
    ".hidden/inside.txt": "function hidden() {}\n",
  };
  for (const [name, content] of Object.entries(files)) {
    if (name.includes("/")) mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  symlinkSync("crlf.txt", join(folder, "link-to-file"));
  symlinkSync("sub dir", join(folder, "link-to-folder"));
  symlinkSync("nowhere", join(folder, "link-to-nothing"));
  symlinkSync("..", join(folder, "sub dir/link-up"));
}

export function gitInit(folder: string): void {
  execFileSync("git", ["init", "-q"], { cwd: folder, env: plainEnv });
}

/** Numbers in [0, 1), the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
