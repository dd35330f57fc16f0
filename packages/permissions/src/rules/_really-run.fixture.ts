import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { type Tool, toPath } from "@holdall/tool-core";
import { permissions } from "../permissions.ts";
import { type Evasion, recorders } from "./_evasions.fixture.ts";

export interface Outcome {
  readonly command: string;
  readonly effect: string;
  /** It did what a rule denies, or more than one allows. */
  readonly did: boolean;
}

const bash = { name: "bash", title: "Bash", category: "shell", hints: {} } as unknown as Tool;

/** The strictest of what rules say to all that a command touches. */
export function effectOf(command: string, rules: Evasion["rules"], root: string): string {
  const cwd = toPath(root);
  const { explain } = permissions({ rules: [rules], roots: [cwd], home: "/home/nobody" });
  const accesses = commandAccess(analyzeCommand(command, { cwd, home: "/home/nobody" }));
  return (
    accesses
      .map((access) => explain({ tool: bash, input: { command }, access }).effect)
      .sort()
      .at(-1) ?? "ask"
  );
}

const files: Readonly<Record<string, string>> = {
  f: "a\n",
  big: `${"some words to sort\n".repeat(800)}`,
  "script.sed": "1e touch pwned\n",
  "script.awk": 'BEGIN{system("touch pwned")}\n',
  Makefile: "PROGRAM = true\nall:\n\t@$(PROGRAM)\n",
  "evil.mk": "x := $(shell touch pwned)\nall:\n",
  "evil.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("pwned", "");\n',
  "evil.cjs": 'require("fs").writeFileSync("pwned", "");\n',
  "ok.mjs": "export {};\n",
};

/** Run commands for real, each in a folder of its own with programs that only record how they are started. */
export async function reallyRun(all: readonly Evasion[], parallel = 4): Promise<Outcome[]> {
  const base = await mkdtemp(join(tmpdir(), "holdall-rules-"));
  const queue = all.values();
  const worker = async (_: unknown, id: number): Promise<Outcome[]> => {
    const [root, bin] = [join(base, `root${id}`), join(base, `bin${id}`)];
    const record = join(bin, "record");
    await mkdir(bin);
    const program = `#!/bin/sh\nprintf '%s\\n' "\${0##*/} $*" >> '${record}'\n`;
    for (const name of recorders) await executable(join(bin, name), program);
    await executable(join(bin, "toucher"), `#!/bin/sh\n: > '${root}/pwned'\n`);
    const outcomes: Outcome[] = [];
    for (const evasion of queue) {
      await rm(root, { recursive: true, force: true });
      await mkdir(root);
      if (!evasion.recorded)
        await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(root, name), text)));
      await writeFile(record, "");
      const command = evasion.command.split("@BIN@").join(bin);
      const effect = effectOf(command, evasion.rules, root);
      await run(command, { cwd: root, PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: root });
      const seen = await readFile(evasion.recorded ? record : join(root, "pwned"), "utf8").catch(() => undefined);
      outcomes.push({
        command,
        effect,
        did: evasion.recorded ? evasion.recorded.test(seen ?? "") : seen !== undefined,
      });
    }
    return outcomes;
  };
  try {
    return (await Promise.all(Array.from({ length: parallel }, worker))).flat();
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function executable(path: string, text: string) {
  await writeFile(path, text);
  await chmod(path, 0o755);
}

const run = (command: string, { cwd, ...env }: { cwd: string; PATH: string; HOME: string }) =>
  new Promise<void>((done) => {
    const child = execFile("bash", ["--noprofile", "--norc", "-c", command], { cwd, env, timeout: 8000 }, () => done());
    child.stdin?.end();
  });
