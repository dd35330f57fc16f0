import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import type { ProgramRunner } from "@holdall/language-servers/port";
import { openSession, type Session, type Tool, type ToolResult } from "@holdall/tool-core";
import type { ReadFileInput, ReadFileOutput } from "@holdall/tools-fs";
import { researchTools } from "@holdall/tools-research";
import { openSkills } from "@holdall/tools-skills";
import type { TodoWriteOutput } from "@holdall/tools-todos";
import { expect, expectTypeOf, it } from "vitest";
import { type CodingOptions, coding, minimal, type Preset, readonly, research } from "./index.ts";
import { orchestration } from "./orchestration.ts";
import { withSearch } from "./with-search.ts";

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
  const onDisk = {
    coding: coding({ memory: { backend }, data: true, docs: {}, skills, interact: {}, linters, orchestration: runs })
      .registry,
    minimal: minimal().registry,
    readonly: readonly({ shell: { sandbox: () => Promise.reject(new Error("not opened")) } }).registry,
    research: research({ data: true, skills, research: researchTools() }).registry,
  };
  const names: { readonly [K in keyof typeof presets]: Record<Names<(typeof presets)[K]>, true> } = {
    coding: {
      read_file: true,
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
      codebase_search: true,
      convert_format: true,
      filter_data: true,
      aggregate_data: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      file_info: true,
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
      memory: true,
      memory_search: true,
      schedule_cancel: true,
      schedule_list: true,
      schedule_task: true,
      workflow_execute: true,
      load_skill: true,
      ask_user_question: true,
      enter_plan_mode: true,
      exit_plan_mode: true,
      current_time: true,
      read_lints: true,
      env_info: true,
      generate_diagram: true,
      generate_markdown: true,
      generate_pdf: true,
    },
    minimal: {
      read_file: true,
      write_file: true,
      edit_file: true,
      undo: true,
      glob_files: true,
      grep_files: true,
      current_time: true,
      env_info: true,
    },
    readonly: {
      read_file: true,
      list_files: true,
      list_directory: true,
      file_info: true,
      glob_files: true,
      grep_files: true,
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
      current_time: true,
      env_info: true,
    },
    research: {
      read_file: true,
      glob_files: true,
      grep_files: true,
      codebase_search: true,
      filter_data: true,
      aggregate_data: true,
      find_definition: true,
      find_references: true,
      trace_calls: true,
      analyze_code: true,
      web_search: true,
      web_fetch: true,
      fetch_url: true,
      scrape_page: true,
      research_topic: true,
      fact_check: true,
      todo_write: true,
      todo_read: true,
      load_skill: true,
      current_time: true,
      env_info: true,
    },
  };
  for (const [preset, typed] of Object.entries(names)) {
    const real = onDisk[preset as keyof typeof onDisk].tools().map(({ name }) => name);
    expect(Object.keys(typed).sort(), preset).toEqual(real.sort());
  }
});

it("a session of a preset takes and gives what its tools do", async () => {
  await using session = openSession(presets.coding.registry, presets.coding);
  const result = await session.call("read_file", { path: "a.txt" });
  expectTypeOf(result).toEqualTypeOf<ToolResult<ReadFileOutput>>();
  expect(result.ok && result.output.total_lines).toBe(1);
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
  const preset = withSearch(minimal({ backend, tools }));
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
