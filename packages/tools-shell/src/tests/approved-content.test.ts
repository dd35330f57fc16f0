import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { openGrants, permissions, suggestGrants } from "@holdall/permissions";
import { type ApprovalRequest, type Approve, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { contentVersion } from "../access/content-version.ts";
import { shellTools } from "../shell-tools.ts";
import { tempFolder } from "./_session.fixture.ts";

let folder = "";
beforeEach(() => {
  folder = tempFolder();
  put("build.sh", "echo good");
  put("package.json", "{}");
  chmodSync(`${folder}/build.sh`, 0o755);
});
const put = (path: string, text: string) => {
  mkdirSync(`${folder}/sub`, { recursive: true });
  writeFileSync(`${folder}/${path}`, `${text}\n`);
};

/** A session in which a person answers "always" to each question, after something else has happened. */
async function open(meanwhile: () => void = () => {}) {
  const asked: ApprovalRequest[] = [];
  const grants = await openGrants();
  const { policy } = permissions({ rules: grants.rules, roots: [folder] });
  const approve: Approve = async (request) => {
    asked.push(request);
    meanwhile();
    grants.forSession(...suggestGrants(request, [toPath(folder)]));
    return true;
  };
  const session = openSession(createRegistry(shellTools()), { policy, approve, cwd: folder });
  onTestFinished(() => session[Symbol.asyncDispose]());
  const run = async (command: string, cwd?: string) => {
    const result = await session.call("bash", { command, ...(cwd !== undefined && { cwd }) });
    return result.ok ? (result.output as { output: string }).output : result.error.code;
  };
  return { run, asked, session };
}

const versionsOf = (request: ApprovalRequest | undefined) => request?.access.map(({ version }) => version);

describe("attack: a script that is granted and then says something else", () => {
  test.each(["sh build.sh", "bash -x build.sh", "./build.sh", "sh ./build.sh --fast", "env CI=1 sh build.sh"])(
    "%s runs without a question while it is the same, and with one when it is not",
    async (command) => {
      const { run, asked } = await open();
      await run(command);
      expect(await run(command)).toContain("good");
      expect(asked).toHaveLength(1);
      appendFileSync(`${folder}/build.sh`, "echo evil\n");
      expect(await run(command)).toContain("evil");
      expect(asked).toHaveLength(2);
    },
  );

  test("in another folder it is another script, whatever way leads there", async () => {
    put("sub/build.sh", "echo evil");
    const ways = [
      "cd sub && sh build.sh",
      "cd sub; sh build.sh",
      "(cd sub && sh build.sh)",
      "pushd sub && sh build.sh",
    ];
    for (const way of ways) {
      const { run, asked } = await open();
      await run("sh build.sh");
      await run(way);
      expect(asked, way).toHaveLength(2);
    }
    const { run, asked } = await open();
    await run("sh build.sh");
    await run("sh build.sh", "sub");
    expect(asked).toHaveLength(2);
  });

  test("a script that changes while its question is open is asked about anew before it runs", async () => {
    let left = 1;
    const { run, asked } = await open(() => {
      if (left-- > 0) put("build.sh", "echo evil");
    });
    await run("sh build.sh");
    expect(asked).toHaveLength(2);
    expect(versionsOf(asked[0])).not.toEqual(versionsOf(asked[1]));
  });

  test("what a build's file gives a name to ends with that file, and with one that comes before it", async () => {
    put("Makefile", "all:\n\t@echo good");
    const commands = ["make all", "npm run x --if-present"];
    const { run, asked } = await open();
    for (const command of [...commands, ...commands]) await run(command);
    expect(asked).toHaveLength(2);
    put("GNUmakefile", "all:\n\t@echo evil");
    put("package.json", '{"scripts":{"x":"echo evil"}}');
    for (const command of commands) await run(command);
    expect(asked).toHaveLength(4);
  });

  test("a file that a command gives up is its content, too", async () => {
    const { run, asked } = await open();
    for (let round = 0; round < 2; round++) {
      put("a.txt", `round ${round}`);
      await run("rm a.txt");
      expect(existsSync(`${folder}/a.txt`)).toBe(false);
    }
    expect(asked).toHaveLength(2);
  });
});

test("accesses say in which folder a program starts, and the command's where only that is certain", async () => {
  const { session } = await open();
  const accessOf = async (command: string, more: object = {}) => {
    const { access } = await session.decide("bash", { command, ...more });
    return access.map(({ action, target, cwd }) => [action, target, cwd]);
  };
  expect(await accessOf("make; cd sub && make")).toEqual([
    ["execute", "make", folder],
    ["execute", "make", `${folder}/sub`],
  ]);
  expect(await accessOf("cd sub; make")).toContainEqual(["execute", "make", undefined]);
  expect(await accessOf("$x")).toContainEqual(["execute", "$x", folder]);
  expect(await accessOf("rm a", { cwd: "sub" })).toContainEqual(["delete", `${folder}/sub/a`, `${folder}/sub`]);
});

test("the version of content is that of what is there, by path, and of nothing where nothing is", () => {
  const [a, b] = [`${folder}/a`, `${folder}/b`];
  put("a", "1");
  expect(contentVersion([b])).toBeUndefined();
  const first = contentVersion([a, b]);
  expect(contentVersion([a, b])).toBe(first);
  put("b", "1");
  expect(contentVersion([a, b])).not.toBe(first);
  rmSync(b);
  put("a", "2");
  expect(contentVersion([a, b])).not.toBe(first);
  put("a", "1");
  expect(contentVersion([a, b])).toBe(first);
  expect(contentVersion([folder])).toBeUndefined();
});
