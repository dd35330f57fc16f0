import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder with a project in it that holds what a hostile one may hold, and what must not be reached beside it. */
export interface HostileProject {
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  /** A copy of all of it under a name of its own. */
  copy(name: string): { readonly app: string; readonly top: string; readonly env: Readonly<Record<string, string>> };
}

/** A program whose name stands wherever something may be started: it leaves a mark beside itself. */
const canary = '#!/bin/sh\necho "$0 $*" >> "$MARKS"\n';

const optionNames = [
  "--pre=mark",
  "--checkpoint=1",
  "--checkpoint-action=exec=mark",
  "-e1e mark",
  "-i",
  "-n",
  "--output=made",
  "-omade",
  "--compress-program=mark",
  "--target-directory=.git",
  "-t.git",
  "-f.env",
  "-R",
  "-exec",
  "-delete",
  "--files0-from=.env",
  "-Imark",
  "of=cfg",
  "if=secret",
];

export function hostileProject(): HostileProject {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-hostile-")));
  const template = join(top, "template");
  makeProject(template);
  return {
    top,
    env: envOf(template),
    copy(name) {
      const copied = join(top, name);
      execFileSync("cp", ["-a", template, copied]);
      return { app: join(copied, "app"), top: copied, env: envOf(copied) };
    },
  };
}

const envOf = (top: string) => ({
  HOME: join(top, "home"),
  PATH: `${join(top, "bin")}:/usr/local/bin:/usr/bin:/bin`,
  MARKS: join(top, "marks"),
  GIT_CONFIG_NOSYSTEM: "1",
  LC_ALL: "C",
});

function makeProject(top: string) {
  const app = join(top, "app");
  const write = (path: string, text: string, mode = 0o644) => {
    const file = join(app, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
  };
  const git = (folder: string, ...args: string[]) =>
    void execFileSync("git", args, { cwd: join(app, folder), env: envOf(top), stdio: "ignore" });
  write("../bin/mark", canary, 0o755);
  write("../home/.gitconfig", "[user]\n\tname = me\n\temail = me@example.com\n");
  write("../outside/secret", "secret\n");
  write("../outside/deep/more", "secret more\n");
  for (const path of ["a.txt", "b.txt", "src/a.ts", "src/b.ts", "src/deep/c.ts", "notes.md"])
    write(path, `x\n${path}\n`);
  write(".env", "KEY=1\n");
  write(".github/workflows/ci.yml", "on: push\n");
  for (const name of optionNames) write(join("odd", name), "x\n");
  write("odd/.env", "odd\n");
  write("odd/plain", "x\n");
  symlinkSync("../../outside/secret", join(app, "odd/secret"));
  write("evil/config", "[core]\n\tfsmonitor = mark\n");
  write("evil/sub/.vscode/tasks.json", "{}\n");
  write("evil/sub/--pre=mark", "x\n");
  symlinkSync("../../outside", join(app, "evil/sub/leads"));
  const init = (folder: string, ...options: string[]) => {
    git(".", "init", "-q", "--template=", ...options, folder);
    mkdirSync(join(app, folder, options.length > 0 ? "hooks" : ".git/hooks"));
  };
  init(".");
  for (const [name, target] of [
    ["hooks", ".git/hooks"],
    ["cfg", ".git/config"],
    ["out", "../outside"],
    ["secret", "../outside/secret"],
    ["up", ".."],
    ["dangling", "../outside/new"],
    ["inner", "src"],
    ["src/link.ts", "a.ts"],
    ["src/far.ts", "../../outside/secret"],
  ] as const)
    symlinkSync(target, join(app, name));
  write(".git/hooks/pre-commit", "#!/bin/sh\n");
  write(".gitattributes", "*.txt diff=own filter=own\n");
  git(".", "add", "a.txt", "src", "notes.md", ".gitattributes", "secret");
  git(".", "commit", "-qm", "x");
  write("a.txt", "changed\n");
  init("nested");
  hostile("nested");
  init("bare", "--bare");
  hostile("bare");
  write("bare/config", "[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = mark\n[diff]\n\texternal = mark\n");
  init("calm");
  write("calm/a.txt", "x\n");
  git("calm", "add", "a.txt");
  git("calm", "commit", "-qm", "x");
  init("evil/repo");
  hostile("evil/repo");
  write("evil/pack/.git/config", "[core]\n\tfsmonitor = mark\n");

  function hostile(folder: string) {
    const isBare = folder === "bare";
    write(`${folder}/a.txt`, "x\n");
    write(`${folder}/.gitattributes`, "*.txt diff=own filter=own\n");
    if (!isBare) {
      git(folder, "add", "a.txt");
      git(folder, "commit", "-qm", "x");
    }
    for (const [key, value] of [
      ["core.fsmonitor", "mark"],
      ["diff.external", "mark"],
      ["diff.own.textconv", "mark"],
      ["filter.own.clean", "mark"],
      ["core.pager", "mark"],
      ["core.sshCommand", "mark"],
      ["alias.st", "!mark"],
    ] as const)
      git(folder, "config", key, value);
    write(`${folder}/${isBare ? "" : ".git/"}hooks/post-index-change`, "#!/bin/sh\nmark hook\n", 0o755);
    write(`${folder}/a.txt`, "changed\n");
  }
}
