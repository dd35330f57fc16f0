import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { type Tool, toPath } from "@holdall/tool-core";
import { permissions } from "../../permissions.ts";
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

/**
 * Runs the commands of folders in turn, each in the folder `root` beside it, with nothing but PATH and HOME in the
 * environment. One bash starts them all, as it forks in a fraction of the time that this process takes.
 */
const driver = `
export -n PWD OLDPWD SHLVL
record=$1
shift
for work; do
  cd "$work/root"
  HOME=$PWD
  IFS= read -r -d '' command <../command
  timeout -s KILL 8 bash --noprofile --norc -c "$command" </dev/null >/dev/null 2>&1
  printf '%s\\n' "$(<"$record")" >../record
  : >"$record"
  [[ -e $record.pwned ]] && mv "$record.pwned" pwned
done
exit 0`;

/** Run commands for real, each in a folder of its own with programs that only record how they are started. */
export async function reallyRun(all: readonly Evasion[], parallel = 4): Promise<Outcome[]> {
  const base = await mkdtemp(join(tmpdir(), "holdall-rules-"));
  const parts = Array.from({ length: parallel }, (_, id) => all.map((_, i) => i).filter((i) => i % parallel === id));
  const commands = all.map(({ command }, i) => command.split("@BIN@").join(join(base, `bin${i % parallel}`)));
  const folderOf = (i: number) => join(base, String(i));
  const rootOf = (i: number) => join(base, String(i), "root");
  const effects = all.map(({ rules }, i) => effectOf(commands[i]!, rules, rootOf(i)));
  const worker = async (indexes: readonly number[], id: number): Promise<void> => {
    const bin = join(base, `bin${id}`);
    const record = join(bin, "record");
    await mkdir(bin);
    await writeFile(record, "");
    const program = `#!/bin/sh\nprintf '%s\\n' "\${0##*/} $*" >> '${record}'\n`;
    for (const name of recorders) await executable(join(bin, name), program);
    await executable(join(bin, "toucher"), `#!/bin/sh\n: > '${record}.pwned'\n`);
    for (const i of indexes) {
      const root = rootOf(i);
      await mkdir(root, { recursive: true });
      await writeFile(join(folderOf(i), "command"), commands[i]!);
      if (!all[i]!.recorded)
        await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(root, name), text)));
    }
    const env = { PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`, HOME: base };
    const args = ["--noprofile", "--norc", "-c", driver, "bash", record, ...indexes.map(folderOf)];
    await promisify(execFile)("bash", args, { env });
  };
  try {
    await Promise.all(parts.map(worker));
    return await Promise.all(
      all.map(async ({ recorded }, i) => {
        const trace = recorded ? join(folderOf(i), "record") : join(rootOf(i), "pwned");
        const seen = await readFile(trace, "utf8").catch(() => undefined);
        const did = recorded ? recorded.test(seen ?? "") : seen !== undefined;
        return { command: commands[i]!, effect: effects[i]!, did };
      }),
    );
  } finally {
    // Programs that a command leaves behind may write once more meanwhile.
    await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function executable(path: string, text: string) {
  await writeFile(path, text);
  await chmod(path, 0o755);
}
