import { allow, createRegistry, defineTool, openSession, passthroughSchema } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadSdk, type Message, type Outcome, type Part } from "./_sdks.fixture.ts";
import { openTestSession } from "./_session.fixture.ts";

/** What the model read of the calls before its last turn. */
const heard = ({ prompts }: Outcome): unknown[] =>
  (prompts.at(-1) ?? []).flatMap(({ role, content }: Message) =>
    role === "tool" && typeof content !== "string" ? content.map(({ output }: Part) => output) : [],
  );

const results = ({ parts }: Outcome) => parts.filter(({ type }) => type === "tool-result");

describe.each([6, 7] as const)("ai %i", async (version) => {
  const { toAiTools, run } = await loadSdk(version);

  describe.each([false, true])("streaming: %s", (stream) => {
    it("runs a loop: output for programs, content for the model, errors as errors", async () => {
      const { session } = openTestSession();
      const outcome = await run(
        [[{ name: "read_note", input: { file_path: "a" } }], [{ name: "read_note", input: { file_path: "missing" } }]],
        { tools: toAiTools(session), stream },
      );
      const finals = results(outcome).filter(({ preliminary }) => !preliminary);
      expect(finals.map(({ output }) => output)).toEqual([
        { file_path: "a", line_count: 2 },
        {
          error: { code: "not_found", message: "There is no note at missing.", hint: "Look with read_note elsewhere." },
        },
      ]);
      expect(heard(outcome)).toEqual([
        { type: "text", value: "a: 2 lines" },
        {
          type: "error-text",
          value: "Error (not_found): There is no note at missing.\nLook with read_note elsewhere.",
        },
      ]);
    });

    it("shows images and files to the model in the shape of this version, without warnings", async () => {
      const { session } = openTestSession();
      const outcome = await run([[{ name: "show_image", input: {} }]], { tools: toAiTools(session), stream });
      const png = "AQID";
      const shown = [{ type: "text", text: "One pixel:" }];
      const six = [
        { type: "image-data", data: png, mediaType: "image/png" },
        { type: "file-data", data: "JVA=", mediaType: "application/pdf", filename: "a.pdf" },
        { type: "image-url", url: "https://example.com/a.png" },
      ];
      const seven = [
        { type: "file", mediaType: "image/png", data: { type: "data", data: png } },
        { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "JVA=" } },
        { type: "file", mediaType: "image/png", data: { type: "url", url: new URL("https://example.com/a.png") } },
      ];
      const [output] = heard(outcome) as { type: string; value: unknown[] }[];
      expect(output).toMatchObject({ type: "content", value: [...shown, ...(version === 6 ? six : seven)] });
      expect(outcome.warnings).toEqual([]);
    });

    it("runs calls side by side and keeps their results apart", async () => {
      const { session } = openTestSession();
      const names = ["a", "missing", "b", "c"];
      const outcome = await run([names.map((name) => ({ name: "read_note", input: { file_path: name } }))], {
        tools: toAiTools(session),
        stream,
      });
      expect(heard(outcome)).toMatchObject([
        { value: "a: 2 lines" },
        { type: "error-text" },
        { value: "b: 2 lines" },
        { value: "c: 2 lines" },
      ]);
    });

    it("passes the abort signal and the call id on", async () => {
      const { session, ran, running } = openTestSession();
      const abort = new AbortController();
      const outcome = run([[{ name: "wait_forever", input: {}, id: "the-call" }]], {
        tools: toAiTools(session),
        abortSignal: abort.signal,
        stream,
      }).catch((error: Error) => error);
      await running;
      abort.abort();
      await outcome;
      expect(ran).toEqual(["the-call", "aborted"]);
    });
  });

  it("streams progress as preliminary results, then the output", async () => {
    const { session } = openTestSession();
    const outcome = await run([[{ name: "count_up", input: {} }]], { tools: toAiTools(session), stream: true });
    expect(results(outcome).map(({ preliminary = false, output }) => [preliminary, output])).toEqual([
      [true, { progress: { message: "one", progress: 1, total: 2 } }],
      [true, { progress: { message: "two", progress: 2, total: 2 } }],
      [true, { counted: 2 }],
      [false, { counted: 2 }],
    ]);
    expect(heard(outcome)).toEqual([{ type: "text", value: '{"counted":2}' }]);
  });

  it("speaks the session's dialect, or the one it is given", async () => {
    const { session } = openTestSession({ dialect: "camel" });
    const camel = await run([[{ name: "readNote", input: { filePath: "a" } }]], {
      tools: toAiTools(session, { only: ["Note", "remove_note"] }),
    });
    expect(camel.tools).toMatchObject([
      { name: "readNote", description: "Read a note; removeNote removes it.", inputSchema: { required: ["filePath"] } },
      { name: "removeNote" },
    ]);
    expect(results(camel)[0]?.output).toEqual({ success: true, filePath: "a", lineCount: 2 });
    expect(heard(camel)).toEqual([{ type: "text", value: "a: 2 lines" }]);
    const claude = toAiTools(session, { dialect: "claude", only: ["read_note"] });
    expect(Object.keys(claude)).toEqual(["Note"]);
  });

  it("makes failures visible in camel results too", async () => {
    const { session } = openTestSession({ dialect: "camel" });
    const outcome = await run([[{ name: "readNote", input: { filePath: "missing" } }]], { tools: toAiTools(session) });
    expect(results(outcome)[0]?.output).toMatchObject({ success: false, error: expect.any(String), code: "not_found" });
    expect(heard(outcome)).toMatchObject([{ type: "error-text" }]);
  });

  it("tells the model what is wrong with its input", async () => {
    const { session, ran } = openTestSession();
    const outcome = await run([[{ name: "read_note", input: { file_pth: "a" } }]], { tools: toAiTools(session) });
    expect(heard(outcome)).toMatchObject([
      { type: "error-text", value: expect.stringContaining("Did you mean file_path?") },
    ]);
    expect(ran).toEqual([]);
  });

  it("refuses a name in `only` that is not a tool", () => {
    const { session } = openTestSession();
    expect(() => toAiTools(session, { only: ["read_nte"] })).toThrow('`only` names the tool "read_nte"');
  });

  it("reads results from a stored conversation as they were told", async () => {
    const { session } = openTestSession();
    const tools = toAiTools(session);
    const stored = (toolCallId: string, input: object, output: unknown) =>
      tools.read_note?.toModelOutput?.({ toolCallId, input, output: JSON.parse(JSON.stringify(output)) });
    expect(await stored("1", { file_path: "a" }, { file_path: "a", line_count: 2 })).toEqual({
      type: "text",
      value: "a: 2 lines",
    });
    expect(
      await stored("2", { file_path: "a" }, { error: { code: "not_found", message: "No.", hint: "Look." } }),
    ).toEqual({
      type: "error-text",
      value: "Error (not_found): No.\nLook.",
    });
    expect(await stored("3", { file_path: "a" }, { lines: 2 })).toEqual({ type: "text", value: '{"lines":2}' });
  });
});

it("tools whose schema came at run time are dynamic, the others are not: their parts have types", async () => {
  const about = { category: "test", description: "A tool.", execute: () => 1 };
  const remote = defineTool({ ...about, name: "remote", input: passthroughSchema({ type: "object" }) });
  const own = defineTool({ ...about, name: "own", input: z.object({}) });
  const session = openSession(createRegistry([remote, own]), { policy: allow() });
  for (const version of [6, 7] as const) {
    const { toAiTools, run } = await loadSdk(version);
    const tools = toAiTools(session);
    expect([tools.remote.type, tools.own.type]).toEqual(["dynamic", undefined]);
    const { parts } = await run(
      [
        [
          { name: "remote", input: {} },
          { name: "own", input: {} },
        ],
      ],
      { tools },
    );
    const calls = parts.filter(({ type }) => type === "tool-call");
    expect(calls.map(({ toolName, dynamic }) => [toolName, dynamic === true])).toEqual([
      ["remote", true],
      ["own", false],
    ]);
  }
});
