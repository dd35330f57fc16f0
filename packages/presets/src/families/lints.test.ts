import { memoryBackend } from "@holdall/backends-memory";
import type { CodeServer, ProgramRunner } from "@holdall/language-servers/port";
import { contentText, openSession, type Path } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "../sets/coding.ts";

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

test("with lintsAfterEdit a change ends with the new errors in it; without, it does not", async () => {
  const range = { line: 1, column: 1, severity: "error", message: "Not so.", rule: "TS1", tool: "tsc" } as const;
  const servers = {
    serves: () => "typescript",
    isReady: () => true,
    diagnostics: async (paths: readonly Path[], { texts }: { texts?: unknown } = {}) =>
      paths.map((path) => ({ path, ok: true, server: "typescript", items: texts ? [] : [{ path, ...range }] })),
  } as unknown as CodeServer;
  const ending = async (lintsAfterEdit?: number) => {
    const backend = memoryBackend({ files: { "/tsconfig.json": "{}" } });
    const preset = coding({ backend, servers, lintsAfterEdit, web: false });
    await using session = openSession(preset.registry, preset);
    return contentText((await session.call("write_file", { path: "a.ts", content: "let a;\n" })).content);
  };
  expect(await ending(5_000)).toMatch(
    /\n\nNew errors after this change:\n\/a\.ts:1:1 error \(new\): Not so\. \[tsc TS1\]$/,
  );
  expect(await ending()).not.toContain("New errors");
});

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
