import { memoryBackend } from "@holdall/backends-memory";
import { defineTool, passthroughSchema, type Tool } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { coding } from "../sets/coding.ts";
import { minimal } from "../sets/minimal.ts";

const namesOf = (options: Parameters<typeof coding>[0]) =>
  coding({ backend: memoryBackend(), ...options })
    .registry.tools()
    .map(({ name }) => name);

test("withShell leaves out what only stands in for a shell, and nothing else", () => {
  const [all, fewer] = [namesOf({}), namesOf({ withShell: true })];
  expect(all.filter((name) => !fewer.includes(name)).sort()).toEqual([
    "create_directory",
    "delete_file",
    "file_info",
    "list_files",
    "move_file",
  ]);
  expect(namesOf({ withShell: false })).toEqual(all);
});

test("it speaks of nothing that was left out, and what was left out by name may be such a tool", () => {
  const preset = coding({ backend: memoryBackend(), withShell: true, without: ["move_file"] });
  expect(preset.instructions).not.toMatch(/move_file|delete_file|list_files/);
});

test("a tool of the host's own says so with the same field", () => {
  const tool = (name: string, onlyWithoutShell: boolean): Tool =>
    defineTool({
      name,
      category: "test",
      description: "A tool.",
      input: passthroughSchema({}),
      execute: () => "",
      onlyWithoutShell,
    });
  const tools = [tool("count_words", true), tool("draw_chart", false)];
  const { registry } = minimal({ backend: memoryBackend(), withShell: true, tools });
  expect([registry.get("count_words"), registry.get("draw_chart")?.name]).toEqual([undefined, "draw_chart"]);
});
