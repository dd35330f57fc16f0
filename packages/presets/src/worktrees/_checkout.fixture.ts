import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A repository with one commit, and a folder for worktrees beside it. */
export function openCheckout(
  files: Readonly<Record<string, string>> = { "a.txt": "one\ntwo\nthree\n", "b.txt": "b\n" },
) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-worktree-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "project");
  mkdirSync(root);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e@example.com", ...words], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  git("init", "-q", "-b", "main", "--template=");
  appendFileSync(join(root, ".git/config"), "[user]\n\tname = Person\n\temail = person@example.com\n");
  for (const [name, text] of Object.entries(files)) write(name, text);
  git("add", "-A");
  git("commit", "-qm", "first");
  return { base, root, folder: join(base, "worktrees"), git, write };
}

/** Everything below a folder but `.git` and what git ignores: contents, permission bits and links. */
export function treeOf(top: string, skips: (name: string) => boolean = () => false, at = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name } of readdirSync(join(top, at), { withFileTypes: true })) {
    const path = at === "" ? name : `${at}/${name}`;
    if (path === ".git" || skips(path)) continue;
    const stat = lstatSync(join(top, path));
    if (stat.isSymbolicLink()) found[path] = `link ${readlinkSync(join(top, path))}`;
    else if (stat.isDirectory()) Object.assign(found, treeOf(top, skips, path));
    else found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(top, path)).toString("base64")}`;
  }
  return found;
}

/** What an agent must leave as it is: the bytes of the index, HEAD, stashes, and the state of every file. */
export function stateOf({ root, git }: Pick<ReturnType<typeof openCheckout>, "root" | "git">) {
  const index = join(root, ".git/index");
  const stash = join(root, ".git/logs/refs/stash");
  return {
    index: readFileSync(index).toString("base64"),
    changed: statSync(index).mtimeMs,
    head: readFileSync(join(root, ".git/HEAD"), "utf8"),
    status: git("--no-optional-locks", "status", "--porcelain=v2", "--ignored"),
    stash: existsSync(stash) ? readFileSync(stash, "utf8") : "",
    config: readFileSync(join(root, ".git/config"), "utf8"),
    files: treeOf(root),
  };
}
