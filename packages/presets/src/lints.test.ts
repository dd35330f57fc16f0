import { memoryBackend } from "@holdall/backends-memory";
import type { ProgramRunner } from "@holdall/code-core/program-runner";
import { openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "./coding.ts";

const files = { "/a.sh": "echo $1\n", "/eslint.config.js": "", "/a.js": "let a;\n" };

/** Linters that all print an empty list. */
function fakeLinters(ran: string[]): ProgramRunner {
  return {
    find: async (name) => ({ name, file: `/usr/bin/${name}`, isProjectOwn: false }),
    async run({ argv: [program = ""] }) {
      ran.push(program);
      const stdout = program.endsWith("shellcheck") ? '{"comments":[]}' : '[{"filePath":"/a.js","messages":[]}]';
      return { end: "exited", status: 0, stdout, stderr: "" };
    },
    copyProject: async () => undefined,
  };
}

test("linters that only read run; those that run code of the project ask (AtomLinter/linter-eslint#864)", async () => {
  const ran: string[] = [];
  const asked: string[] = [];
  const preset = coding({ backend: memoryBackend({ files }), linters: fakeLinters(ran), web: false });
  await using session = openSession(preset.registry, {
    ...preset,
    async approve({ prompt }) {
      asked.push(prompt);
      return asked.length > 1;
    },
  });
  const first = await session.call("read_lints", { paths: ["a.sh", "a.js"] });
  expect(first).toMatchObject({ ok: true, output: { clean: false, checked: ["/a.sh"] } });
  expect(asked).toEqual(["Read lints: run eslint in /, which runs code of the project"]);
  const second = await session.call("read_lints", { paths: ["a.sh", "a.js"] });
  expect(second).toMatchObject({ ok: true, output: { clean: true, checked: ["/a.sh", "/a.js"] } });
  expect(ran).toEqual(["/usr/bin/shellcheck", "/usr/bin/shellcheck", "/usr/bin/eslint"]);
});

test("without servers and linters there is no read_lints", () => {
  expect(coding({ backend: memoryBackend({ files }) }).registry.get("read_lints")).toBeUndefined();
});
