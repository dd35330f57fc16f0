import { createRegistry, toAnthropic } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { play } from "../_memory.fixture.ts";
import { anthropicMemory, memoryTools } from "../index.ts";

// Every example and answer of https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool, in its order.
describe("the answers that Anthropic documents", () => {
  it("view of a folder: two levels, sizes for people, nothing hidden and no node_modules", async () => {
    const { create, answer, backend } = play();
    await create("/memories/customer_service_guidelines.xml", "x".repeat(1536));
    await create("/memories/refund_policies.xml", "x".repeat(2048));
    await create("/memories/deep/er/most.txt", "x".repeat(5632));
    for (const hidden of ["/memories/.hidden", "/memories/node_modules/a.js", "/memories/deep/.git/config"])
      await backend.write(hidden as never, new Uint8Array(9));
    expect(await answer("view", { path: "/memories" })).toBe(
      [
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
        "9.0K\t/memories",
        "1.5K\t/memories/customer_service_guidelines.xml",
        "5.5K\t/memories/deep/",
        "5.5K\t/memories/deep/er/",
        "2.0K\t/memories/refund_policies.xml",
      ].join("\n"),
    );
  });

  it("view of a folder with nothing in it", async () => {
    expect(await play().answer("view", { path: "/memories" })).toBe(
      "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
    );
  });

  it("view of a file: numbers six wide, then a tab", async () => {
    const { create, answer } = play();
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`);
    Object.assign(lines, { 0: "Hello World", 1: "This is line two", 9: "Line ten", 99: "Line one hundred" });
    await create("/memories/notes.txt", lines.join("\n"));
    const shown = (await answer("view", { path: "/memories/notes.txt" })).split("\n");
    expect(shown.filter((_, i) => [0, 1, 2, 10, 100].includes(i)).join("\n")).toBe(
      [
        "Here's the content of /memories/notes.txt with line numbers:",
        "     1\tHello World",
        "     2\tThis is line two",
        "    10\tLine ten",
        "   100\tLine one hundred",
      ].join("\n"),
    );
    expect(shown).toHaveLength(101);
  });

  it("view with view_range, and with one that is not there", async () => {
    const { create, answer, refusal } = play();
    await create("/memories/a.txt", "a\nb\nc\nd\n");
    const head = "Here's the content of /memories/a.txt with line numbers:\n";
    expect(await answer("view", { path: "/memories/a.txt", view_range: [2, 3] })).toBe(`${head}     2\tb\n     3\tc`);
    expect(await answer("view", { path: "/memories/a.txt", view_range: [4, -1] })).toBe(`${head}     4\td`);
    expect(await refusal("view", { path: "/memories/a.txt", view_range: [9, 12] })).toBe(
      "Invalid `view_range` parameter: [9, 12].",
    );
  });

  it("view of nothing", async () => {
    expect(await play().refusal("view", { path: "/memories/none.txt" })).toBe(
      "The path /memories/none.txt does not exist. Please provide a valid path.",
    );
  });

  it("create, and create over a file", async () => {
    const { read, refusal, textOf } = play();
    const example = {
      path: "/memories/notes.txt",
      file_text: "Meeting notes:\n- Discussed project timeline\n- Next steps defined\n",
    };
    expect(await read("create", example)).toBe("File created successfully at: /memories/notes.txt");
    expect(await refusal("create", { ...example, file_text: "other" })).toBe("File /memories/notes.txt already exists");
    expect(await textOf("/memories/notes.txt")).toBe(example.file_text);
  });

  it("str_replace", async () => {
    const { create, answer, textOf } = play();
    await create("/memories/preferences.txt", "Name: Ada\nFavorite color: blue\nFavorite number: 7\n");
    expect(
      await answer("str_replace", {
        path: "/memories/preferences.txt",
        old_str: "Favorite color: blue",
        new_str: "Favorite color: green",
      }),
    ).toBe(
      "The memory file has been edited.\n     1\tName: Ada\n     2\tFavorite color: green\n     3\tFavorite number: 7",
    );
    expect(await textOf("/memories/preferences.txt")).toBe("Name: Ada\nFavorite color: green\nFavorite number: 7\n");
  });

  it("str_replace on nothing, on a folder, of text that is not there, or there twice", async () => {
    const { create, refusal } = play();
    await create("/memories/d/a.txt", "one\ntwo one\n");
    const of = (path: string, old_str: string) => refusal("str_replace", { path, old_str, new_str: "x" });
    expect(await of("/memories/none", "a")).toBe(
      "The path /memories/none does not exist. Please provide a valid path.",
    );
    expect(await of("/memories/d", "a")).toBe("The path /memories/d does not exist. Please provide a valid path.");
    expect(await of("/memories/d/a.txt", "three")).toBe(
      "No replacement was performed, old_str `three` did not appear verbatim in /memories/d/a.txt.",
    );
    expect(await of("/memories/d/a.txt", "one")).toBe(
      "No replacement was performed. Multiple occurrences of old_str `one` in lines: 1, 2. Please ensure it is unique",
    );
  });

  it("insert, and insert where there is no such line, file, or only a folder", async () => {
    const { create, read, refusal, textOf } = play();
    await create("/memories/todo.txt", "- a\n- b\n- c\n");
    const insert = { path: "/memories/todo.txt", insert_line: 2, insert_text: "- Review memory tool documentation\n" };
    expect(await read("insert", insert)).toBe("The file /memories/todo.txt has been edited.");
    expect(await textOf("/memories/todo.txt")).toBe("- a\n- b\n- Review memory tool documentation\n- c\n");
    expect(await refusal("insert", { ...insert, insert_line: 9 })).toBe(
      "Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 4]",
    );
    expect(await refusal("insert", { ...insert, path: "/memories/x" })).toBe("The path /memories/x does not exist");
    await create("/memories/d/a.txt", "");
    expect(await refusal("insert", { ...insert, path: "/memories/d" })).toBe("The path /memories/d does not exist");
  });

  it("delete of a file, of a folder with all that is in it, and of nothing", async () => {
    const { create, read, refusal } = play();
    for (const path of ["/memories/old_file.txt", "/memories/d/a", "/memories/d/e/b"]) await create(path, "x");
    expect(await read("delete", { path: "/memories/old_file.txt" })).toBe(
      "Successfully deleted /memories/old_file.txt",
    );
    expect(await read("delete", { path: "/memories/d" })).toBe("Successfully deleted /memories/d");
    expect(await refusal("delete", { path: "/memories/d" })).toBe("The path /memories/d does not exist");
    expect(await refusal("delete", { path: "/memories" })).toMatch("cannot be deleted");
  });

  it("rename of a file and of a folder, from nothing, and onto something", async () => {
    const { create, read, refusal, textOf } = play();
    for (const path of ["/memories/draft.txt", "/memories/d/a", "/memories/d/e/b"]) await create(path, path);
    const rename = (old_path: string, new_path: string) => ({ old_path, new_path });
    expect(await read("rename", rename("/memories/draft.txt", "/memories/final.txt"))).toBe(
      "Successfully renamed /memories/draft.txt to /memories/final.txt",
    );
    await read("rename", rename("/memories/d", "/memories/f/g"));
    expect(await textOf("/memories/f/g/e/b")).toBe("/memories/d/e/b");
    expect(await refusal("rename", rename("/memories/d", "/memories/h"))).toBe("The path /memories/d does not exist");
    expect(await refusal("rename", rename("/memories/final.txt", "/memories/f"))).toBe(
      "The destination /memories/f already exists",
    );
    expect(await refusal("rename", rename("/memories/f", "/memories/final.txt"))).toBe(
      "The destination /memories/final.txt already exists",
    );
  });

  it("says errors with their code, where the documentation says Error", async () => {
    const result = await play().session.call("memory", { command: "delete", path: "/memories/a" });
    expect(result.content).toEqual([{ type: "text", text: "Error (not_found): The path /memories/a does not exist" }]);
  });
});

it("is the native tool in requests, where that is asked for, by the name that Anthropic demands", () => {
  const registry = createRegistry(memoryTools({ backend: play().backend }));
  const [native, search] = toAnthropic(registry, { dialect: "claude", native: anthropicMemory });
  expect(native).toEqual({ type: "memory_20250818", name: "memory" });
  expect(search).toMatchObject({ name: "MemorySearch", input_schema: { type: "object" } });
  expect(toAnthropic(registry)[0]).toMatchObject({ name: "memory", input_schema: { required: ["command"] } });
  expect(registry.get("memory_20250818")?.name).toBe("memory");
});
