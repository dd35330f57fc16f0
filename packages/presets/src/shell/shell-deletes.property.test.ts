import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@holdall/sandbox/port";
import { openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding } from "../sets/coding.ts";
import { deleteCommand, randomFrom } from "./_delete-commands.fixture.ts";

const runs = Number(process.env.HOLDALL_COMMANDS ?? 150);
const seed = Number(process.env.HOLDALL_SEED ?? 7);

const saidTo = (confine: boolean): Sandbox => ({
  name: "said to confine",
  confines: (level) => confine && level === "default",
  launch: () => Promise.reject(new Error("nothing is run by the tool here")),
});

/** Everything below one folder, which is all that commands can change: `w/x/root` is the root, `t` is their `/tmp`. */
function makePlace(top: string, kept: string) {
  const root = join(top, "w", "x", "root");
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
  const first = () => {
    for (const folder of ["w/x/root/src", "w/x/root/out", "w/x/other", "home", "t/new"])
      mkdirSync(join(top, folder), { recursive: true });
    symlinkSync("src", join(root, "link"));
    symlinkSync(root, join(top, "t", "l"));
    symlinkSync(join(top, "w", "x"), join(top, "t", "up"));
    git("init", "-q", "-b", "main", "--template=");
    writeFileSync(join(root, "b.txt"), "b, as committed\n");
    writeFileSync(join(root, "src", "c.txt"), "c\n");
    git("add", "-A");
    git("commit", "-qm", "one");
    git("checkout", "-qb", "feature");
    writeFileSync(join(root, "src", "e.txt"), "e\n");
    git("add", "-A");
    git("commit", "-qm", "two");
    git("checkout", "-q", "main");
    writeFileSync(join(root, "a.txt"), "a\n");
    writeFileSync(join(root, "a b.txt"), "a b\n");
    writeFileSync(join(root, "b.txt"), "b, as changed\n");
    writeFileSync(join(root, "src", "d.txt"), "d\n");
    writeFileSync(join(root, "out", "o"), "o\n");
    cpSync(top, kept, { recursive: true, verbatimSymlinks: true });
  };
  const again = () => {
    for (const name of readdirSync(top)) rmSync(join(top, name), { recursive: true, force: true });
    cpSync(kept, top, { recursive: true, verbatimSymlinks: true });
  };
  const run = (command: string) => {
    const hidden = ["--ro-bind", "/", "/", "--dev", "/dev", "--bind", join(top, "t"), "/tmp", "--bind", top, top];
    return spawnSync("bwrap", [...hidden, "--unshare-all", "--die-with-parent", "bash", "--norc", "-c", command], {
      cwd: root,
      env: { PATH: "/usr/bin:/bin", HOME: join(top, "home"), X: "src", GIT_CONFIG_NOSYSTEM: "1" },
      input: "",
      timeout: 5000,
    });
  };
  return { root, first, again, run, git };
}

/** What files hold, by their path below a folder; links and the inside of the repository are not looked at. */
function contents(folder: string, below = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(folder)) return found;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory() && name !== ".git")
      for (const [at, text] of contents(path, `${below}${name}/`)) found.set(at, text);
    else if (stat.isFile()) found.set(`${below}${name}`, readFileSync(path, "latin1"));
  }
  return found;
}

const works = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"]).status === 0;

// Without bubblewrap nothing would keep a command that should have been asked about from the files of this machine.
test.skipIf(!works)(
  `nothing in a root is lost by ${runs} commands that are not asked about${works ? "" : " (bwrap does not work here)"}`,
  async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), "holdall-deletes-")));
    onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 5 }));
    const kept = `${top}-kept`;
    onTestFinished(() => rmSync(kept, { recursive: true, force: true, maxRetries: 5 }));
    const { root, first, again, run, git } = makePlace(top, kept);
    first();
    const before = contents(root);
    const presets = [true, false].map((confine) =>
      coding({ root, shell: { sandbox: saidTo(confine), env: { HOME: join(top, "home") } } }),
    );
    const sessions = presets.map((preset) => openSession(preset.registry, preset));
    const random = randomFrom(seed);
    const figures = { run: 0, withoutSandbox: 0 };
    for (let i = 0; i < runs; i++) {
      const command = deleteCommand(random, root);
      const [confined, alone] = await Promise.all(sessions.map((session) => session.decide("bash", { command })));
      if (alone?.effect === "allow") figures.withoutSandbox++;
      if (confined?.effect !== "allow" && alone?.effect !== "allow") continue;
      figures.run++;
      run(command);
      const after = contents(root);
      const texts = new Set(after.values());
      // What a command writes to a path that it names is an edit as any other.
      const overwrites = /\b(cp|mv)\b|>/.test(command);
      const lost = Array.from(before).flatMap(([path, text]) =>
        texts.has(text) || (overwrites && after.has(path)) || isStored(git, text) ? [] : [path],
      );
      expect(lost, `${command}\nran unasked ${confined?.effect === "allow" ? "in" : "without"} a sandbox`).toEqual([]);
      for (const branch of ["main", "feature"])
        expect(existsSync(join(root, ".git", "refs", "heads", branch)), command).toBe(true);
      again();
    }
    for (const session of sessions) await session[Symbol.asyncDispose]();
    if (process.env.HOLDALL_COMMANDS) console.log({ commands: runs, ...figures });
    expect(figures.run).toBeGreaterThan(runs / 20);
    expect(figures.withoutSandbox).toBeGreaterThan(0);
  },
  60_000 + runs * 500,
);

/** A commit or a stash has it. */
function isStored(git: (...args: string[]) => { stdout: Buffer; status: number | null }, text: string): boolean {
  const commits = String(git("rev-list", "--all").stdout).split("\n").filter(Boolean);
  return commits.some((commit) => {
    const files = String(git("ls-tree", "-r", "--name-only", commit).stdout)
      .split("\n")
      .filter(Boolean);
    return files.some((file) => git("show", `${commit}:${file}`).stdout.toString("latin1") === text);
  });
}
