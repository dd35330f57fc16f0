import { describe, expect, it } from "vitest";
import { loadSdk, type Outcome } from "../_sdks.fixture.ts";
import { openTestSession } from "../_session.fixture.ts";

// biome-ignore lint/suspicious/noExplicitAny: a stand-in for code without our types
type Loose = any;
const place = { toolCallId: "c1", messages: [] };

/** What Braintrust 3.35 does: only a whole generator is iterated, everything else is awaited inside a span. */
const asBraintrust = (tool: Loose): Loose => ({
  ...tool,
  execute(...args: unknown[]) {
    const result = tool.execute(...args);
    if (typeof result?.[Symbol.asyncIterator] === "function" && typeof result.next === "function") return result;
    return (async () => await result)();
  },
});

const heard = ({ prompts }: Outcome) =>
  (prompts.at(-1) ?? []).flatMap(({ role, content }) =>
    role === "tool" && typeof content !== "string" ? content.map(({ output }) => output) : [],
  );

describe.each([6, 7] as const)("ai %i", async (version) => {
  const { toAiTools, run } = await loadSdk(version);

  it("runs a call that is awaited, once, and gives its output (Mastra)", async () => {
    const { session, ran } = openTestSession();
    const { remove_note, read_note }: Loose = toAiTools(session);
    expect(await remove_note.execute({ file_path: "free/a" }, place)).toEqual({ file_path: "free/a" });
    const output = await read_note.execute({ file_path: "a" }, { ...place, toolCallId: "c2" });
    expect(output).toEqual({ file_path: "a", line_count: 2 });
    expect(ran).toEqual(["remove free/a", "read a"]);
    // Mastra hands the bare output over.
    expect(await read_note.toModelOutput(output)).toEqual({ type: "text", value: "a: 2 lines" });
  });

  it("runs a call that is passed on by an async function, or made without options", async () => {
    const { session, ran } = openTestSession();
    const { count_up, read_note }: Loose = toAiTools(session);
    const wrapped = async (input: unknown) => count_up.execute(input, place);
    expect(await wrapped({})).toEqual({ counted: 2 });
    expect(await read_note.execute({ file_path: "b" })).toEqual({ file_path: "b", line_count: 2 });
    expect(ran).toEqual(["read b"]);
  });

  it.each([false, true])(
    "works in the SDK's loop behind a wrapper that awaits (Braintrust), streaming: %s",
    async (stream) => {
      const { session, ran } = openTestSession();
      const tools = Object.fromEntries(
        Object.entries(toAiTools(session)).map(([name, tool]) => [name, asBraintrust(tool)]),
      );
      const outcome = await run([[{ name: "read_note", input: { file_path: "a" } }]], { tools, stream });
      expect(heard(outcome)).toEqual([{ type: "text", value: "a: 2 lines" }]);
      expect(ran).toEqual(["read a"]);
    },
  );

  it("runs once when it is iterated and awaited", async () => {
    const { session, ran } = openTestSession();
    const { read_note, count_up }: Loose = toAiTools(session);
    const both = read_note.execute({ file_path: "a" }, place);
    const awaited = both.then((output: unknown) => output);
    const steps: unknown[] = [];
    for await (const step of both) steps.push(step);
    const note = { file_path: "a", line_count: 2 };
    expect([await awaited, await both, ...steps]).toEqual([note, note, note]);
    expect(ran).toEqual(["read a"]);
    const counting = count_up.execute({}, { ...place, toolCallId: "c2" });
    const counted: unknown[] = [];
    for await (const step of counting) counted.push(step);
    expect(counted).toHaveLength(3);
    expect(await counting).toEqual({ counted: 2 });
  });

  it("cancels an awaited call with its signal, and fails for who awaits a call that was left", async () => {
    const { session, ran, running } = openTestSession();
    const { wait_forever, count_up }: Loose = toAiTools(session);
    const abort = new AbortController();
    const waiting = Promise.resolve(wait_forever.execute({}, { ...place, abortSignal: abort.signal }));
    const ended = waiting.catch((thrown: unknown) => thrown);
    await running;
    abort.abort();
    await ended;
    expect(ran).toEqual(["c1", "aborted"]);
    const counting = count_up.execute({}, { ...place, toolCallId: "c2" });
    for await (const _ of counting) break;
    await expect(Promise.resolve(counting)).rejects.toThrow("abandoned before it ended");
  });

  it("never reads an output that did not come back as done", async () => {
    const { session } = openTestSession();
    const { read_note }: Loose = toAiTools(session);
    const unknown = { type: "error-text", value: expect.stringContaining("its outcome is unknown") };
    expect(await read_note.toModelOutput(undefined)).toEqual(unknown);
    expect(await read_note.toModelOutput({ toolCallId: "c9", input: {}, output: undefined })).toEqual(unknown);
  });
});
