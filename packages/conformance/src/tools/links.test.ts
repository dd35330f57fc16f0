import { type Backend, defineTool, type Path, type Prepared, type Tool, toPath } from "@holdall/tool-core";
import { defineFileTool } from "@holdall/tool-kit/file-tools";
import { expect, test } from "vitest";
import { z } from "zod";
// By path: backends sign the suite of this package, and packages must not need each other in a circle.
import { memoryBackend } from "../../../backends-memory/src/index.ts";
import type { ToolFixture } from "../tool/tool-case.ts";
import { linkCases } from "./links.ts";

const about = {
  name: "show_file",
  category: "files",
  description: "Show a file.",
  input: z.object({ path: z.string() }),
  hints: { readOnly: true, openWorld: false },
};
const read = (target: Path) => [{ action: "read", target } as const];
const shown = async (reading: ReturnType<Backend["read"]>) => new TextDecoder().decode((await reading).bytes);

/** Asks about the path alone. */
const naive = (backend: Backend) =>
  defineTool({
    ...about,
    access: ({ path }, { cwd }) => read(toPath(path, cwd)),
    execute: ({ path }, { cwd }) => shown(backend.read(toPath(path, cwd))),
  });

/** Asks about where the path leads, and opens it wherever it leads by then. */
const late = (backend: Backend) =>
  defineTool({
    ...about,
    async access({ path }, { cwd }) {
      const file = toPath(path, cwd);
      return [...read(file), ...read((await backend.realPath?.(file)) ?? file)];
    },
    execute: ({ path }, { cwd }) => shown(backend.read(toPath(path, cwd))),
  });

/** Opens what it has asked about, and nothing else. */
const careful = (backend: Backend) =>
  defineTool({
    ...about,
    async access({ path }, { cwd }): Promise<Prepared<{ file: Path; real: Path }>> {
      const file = toPath(path, cwd);
      const real = (await backend.realPath?.(file)) ?? file;
      return { accesses: [...read(file), ...read(real)], prepared: { file, real } };
    },
    execute: (_, __, prepared) =>
      shown(backend.read(prepared?.file ?? toPath("/"), { judged: (_, real) => real === prepared?.real })),
  });

const usual = (backend: Backend) =>
  defineFileTool(
    { backend },
    {
      ...about,
      access: ({ path }, { cwd }) => read(toPath(path, cwd)),
      execute: ({ path }, { cwd }, options) => shown(options.backend.read(toPath(path, cwd))),
    },
  );

const [denied, changed] = linkCases.map(({ name }) => name) as [string, string];

test.each([
  ["asks about the path alone", naive, [denied, changed]],
  ["asks where the path leads, and opens it later", late, [changed]],
  ["opens only what it asked about", careful, []],
  ["is made by defineFileTool", usual, []],
] as const)("a tool that %s", async (_, toolOf, expected) => {
  const make = (): [Tool, ToolFixture] => {
    const backend = memoryBackend({ files: { "/folder/a.txt": "secret" } });
    const tool = toolOf(backend) as Tool;
    return [tool, { backend, tools: [tool], samples: { show_file: { path: "folder/a.txt" } } }];
  };
  const broken: string[] = [];
  for (const { name, run } of linkCases) await run(...make(), async () => make()).catch(() => broken.push(name));
  expect(broken).toEqual(expected);
});

test("a backend that cannot be replaced is left out, with the reason", () => {
  const backend = Object.freeze(memoryBackend());
  const tool = usual(backend) as Tool;
  const reasons = linkCases.map(({ needs }) => needs?.(tool, { backend, tools: [tool], samples: {} }));
  expect(reasons).toEqual(Array(2).fill("the methods of its backend cannot be replaced"));
});
