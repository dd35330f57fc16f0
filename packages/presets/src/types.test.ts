import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import type { ProgramRunner } from "@holdall/language-servers/port";
import { foldName, openSession, type Session, type Tool, type ToolResult } from "@holdall/tool-core";
import type { ReadFileInput, ReadFileOutput } from "@holdall/tools-fs";
import { callbackChannel } from "@holdall/tools-messages";
import { openSkills } from "@holdall/tools-skills";
import type { TodoWriteOutput } from "@holdall/tools-todos";
import { openWebClient } from "@holdall/tools-web";
import { expect, expectTypeOf, it } from "vitest";
import { toolCatalog } from "./catalog.ts";
import { orchestration } from "./families/orchestration.ts";
import { type CodingOptions, coding, minimal, type Preset, readonly, research } from "./index.ts";

const backend = memoryBackend({ files: { "/a.txt": "one\n" } });
const presets = {
  coding: coding({ backend }),
  minimal: minimal({ backend }),
  readonly: readonly({ backend }),
  research: research({ backend }),
};

it("the types of a preset name the tools that it has, and no others", async () => {
  const skills = { skills: await openSkills({ sources: [] }) };
  type Names<P> = P extends Preset<infer M> ? keyof M : never;
  const linters = {} as ProgramRunner;
  const runs = orchestration({ engine: memoryEngine() });
  const server = { name: "still", deliver: async () => ({ state: "sent" as const, accepted: [], rejected: [] }) };
  const messages: CodingOptions["messages"] = {
    outbox: { backend },
    channels: [callbackChannel({ name: "ops", deliver: () => {} })],
    email: { sender: "bot@example.com", server },
  };
  const finance = { client: openWebClient(), env: { FINNHUB_API_KEY: "key" } };
  const more = { skills, finance };
  const onDisk = {
    coding: coding({ ...more, memory: { backend }, interact: {}, linters, orchestration: runs, messages }).registry,
    minimal: minimal().registry,
    readonly: readonly({ finance, shell: { sandbox: () => Promise.reject(new Error("not opened")) } }).registry,
    research: research(more).registry,
  };
  const names: { readonly [K in keyof typeof presets]: Record<Names<(typeof presets)[K]>, true> } = {
    coding: {
      read_file: true,
      str_replace_based_edit_tool: true,
      write_file: true,
      append_file: true,
      edit_file: true,
      multi_edit: true,
      apply_patch: true,
      edit_notebook: true,
      delete_file: true,
      move_file: true,
      create_directory: true,
      undo: true,
      list_files: true,
      list_directory: true,
      glob_files: true,
      grep_files: true,
      file_info: true,
      codebase_search: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      read_lints: true,
      convert_format: true,
      filter_data: true,
      aggregate_data: true,
      query_data: true,
      generate_markdown: true,
      generate_pdf: true,
      generate_document: true,
      generate_diagram: true,
      bash: true,
      get_environment: true,
      task_output: true,
      task_stop: true,
      task_list: true,
      web_search: true,
      web_fetch: true,
      fetch_url: true,
      scrape_page: true,
      todo_write: true,
      todo_read: true,
      think: true,
      ask_user_question: true,
      enter_plan_mode: true,
      exit_plan_mode: true,
      research_topic: true,
      fact_check: true,
      stock_quote: true,
      crypto_price: true,
      exchange_rate: true,
      send_message: true,
      send_file: true,
      compose_email: true,
      send_email: true,
      schedule_task: true,
      schedule_list: true,
      schedule_cancel: true,
      workflow_execute: true,
      memory: true,
      memory_search: true,
      load_skill: true,
      run_program: true,
      current_time: true,
      env_info: true,
      tool_search: true,
      tool_call: true,
    },
    minimal: {
      read_file: true,
      str_replace_based_edit_tool: true,
      write_file: true,
      append_file: true,
      edit_file: true,
      multi_edit: true,
      apply_patch: true,
      edit_notebook: true,
      create_directory: true,
      undo: true,
      list_files: true,
      list_directory: true,
      glob_files: true,
      grep_files: true,
      file_info: true,
      codebase_search: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      convert_format: true,
      filter_data: true,
      aggregate_data: true,
      query_data: true,
      generate_markdown: true,
      generate_pdf: true,
      generate_document: true,
      generate_diagram: true,
      think: true,
      current_time: true,
      env_info: true,
      tool_search: true,
      tool_call: true,
    },
    readonly: {
      read_file: true,
      str_replace_based_edit_tool: true,
      list_files: true,
      list_directory: true,
      glob_files: true,
      grep_files: true,
      file_info: true,
      codebase_search: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      bash: true,
      get_environment: true,
      task_output: true,
      task_stop: true,
      task_list: true,
      web_search: true,
      web_fetch: true,
      fetch_url: true,
      scrape_page: true,
      think: true,
      research_topic: true,
      fact_check: true,
      stock_quote: true,
      crypto_price: true,
      exchange_rate: true,
      current_time: true,
      env_info: true,
      tool_search: true,
      tool_call: true,
    },
    research: {
      read_file: true,
      str_replace_based_edit_tool: true,
      glob_files: true,
      grep_files: true,
      codebase_search: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      filter_data: true,
      aggregate_data: true,
      query_data: true,
      web_search: true,
      web_fetch: true,
      fetch_url: true,
      scrape_page: true,
      todo_write: true,
      todo_read: true,
      think: true,
      research_topic: true,
      fact_check: true,
      stock_quote: true,
      crypto_price: true,
      exchange_rate: true,
      load_skill: true,
      run_program: true,
      current_time: true,
      env_info: true,
      tool_search: true,
      tool_call: true,
    },
  };
  for (const [preset, typed] of Object.entries(names)) {
    const registry = onDisk[preset as keyof typeof onDisk];
    await registry.load();
    expect(Object.keys(typed).sort(), preset).toEqual(
      registry
        .tools()
        .map(({ name }) => name)
        .sort(),
    );
    expect(registry.offered()).toEqual([]);
    // The catalog says the same, and the names by which a tool that has not loaded is called are those of the tool.
    for (const tool of registry.tools()) {
      const entry = toolCatalog().find(({ name }) => name === tool.name);
      expect(entry).toMatchObject({ family: tool.category, presets: expect.arrayContaining([preset]) });
      const read = Object.keys(tool.aliases?.calls ?? {}).map(foldName);
      for (const other of entry?.others ?? [])
        expect(read.includes(other) || registry.get(other)?.name === tool.name, other).toBe(true);
      const { names: called = [], claude, camel } = tool.aliases ?? {};
      const own = [...called, claude?.name, camel?.name].flatMap((each) => foldName(each ?? tool.name));
      const known = [foldName(tool.name), ...(entry?.others ?? [])];
      expect(known, tool.name).toEqual(expect.arrayContaining(own));
    }
  }
});

it("a session of a preset takes and gives what its tools do", async () => {
  await using session = openSession(presets.coding.registry, presets.coding);
  const result = await session.call("read_file", { path: "a.txt" });
  expectTypeOf(result).toEqualTypeOf<ToolResult<ReadFileOutput>>();
  expect(result.ok && result.output.total).toBe(1);
  expectTypeOf(session.call<"read_file">)
    .parameter(1)
    .toEqualTypeOf<ReadFileInput>();
  expectTypeOf(await session.call("todo_write", { todos: [{ id: 1, content: "a" }] })).toEqualTypeOf<
    ToolResult<TodoWriteOutput>
  >();
  expectTypeOf(await session.call("Read", { file_path: "a.txt" })).toEqualTypeOf<ToolResult>();
  // @ts-expect-error there is no such parameter
  expect(await session.call("read_file", { pth: "a.txt" })).toMatchObject({ error: { code: "invalid_input" } });
  expectTypeOf(session).toExtend<Session>();
});

it("further tools stay unknown, and a search for tools is known", async () => {
  const tools: readonly Tool[] = [];
  const preset = minimal({ backend, tools });
  const session = openSession(preset.registry, preset);
  expectTypeOf(await session.call("mcp__a__b", { c: 1 })).toEqualTypeOf<ToolResult>();
  const found = await session.call("tool_search", { query: "read" });
  if (found.ok) expectTypeOf(found.output.tools).toExtend<readonly { tool: string }[]>();
  expectTypeOf(await session.call("read_file", { path: "a.txt" })).toEqualTypeOf<ToolResult<ReadFileOutput>>();
});

it("presets are good wherever any is, and know their dialect", () => {
  expectTypeOf(presets.coding).toExtend<Preset>();
  expectTypeOf(presets.coding.dialect).toEqualTypeOf<"snake">();
  expectTypeOf(minimal({ backend, dialect: "claude" }).dialect).toEqualTypeOf<"claude">();
  const options: CodingOptions = { backend };
  expectTypeOf(coding(options).dialect).toEqualTypeOf<"snake" | "camel" | "claude">();
});
