import { allow } from "@holdall/tool-core";
import { describe, expect, it, vi } from "vitest";
import { loadSdk, type Message, type Part } from "../_sdks.fixture.ts";
import { openTestSession } from "../_session.fixture.ts";

const user: Message = { role: "user", content: "go" };
const remove = (file: string, id = "c1") => [[{ name: "remove_note", input: { file_path: file }, id }]];

const requests = (parts: readonly Part[]) => parts.filter(({ type }) => type === "tool-approval-request");

/** The person's answer to every request, as the last message of the conversation. */
const answer = (parts: readonly Part[], approved: boolean, reason?: string): Message => ({
  role: "tool",
  content: requests(parts).map(({ approvalId }) => ({
    type: "tool-approval-response",
    approvalId,
    approved,
    ...(reason !== undefined && { reason }),
  })),
});

const outputs = (prompt: readonly Message[] | undefined) =>
  (prompt ?? []).flatMap(({ role, content }) =>
    role === "tool" && typeof content !== "string" ? content.flatMap(({ output }) => (output ? [output] : [])) : [],
  );

const cases = [
  [6, false],
  [6, true],
  [7, false],
  [7, true],
] as const;

describe.each(cases)("approvals of ai %i, streaming: %s", async (version, stream) => {
  const { toAiTools, toolApproval, run } = await loadSdk(version);

  it("ask before the call, and run it once it is approved, also in another process", async () => {
    const first = openTestSession();
    const asked = await run(remove("a"), { tools: toAiTools(first.session), stream });
    expect(requests(asked.parts)).toHaveLength(1);
    expect(first.ran).toEqual([]);

    const second = openTestSession();
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    const done = await run(["done"], { tools: toAiTools(second.session), messages, stream });
    expect(second.ran).toEqual(["remove a"]);
    expect(outputs(done.prompts[0])).toEqual([{ type: "text", value: '{"file_path":"a"}' }]);
  });

  it("count once, also when the same messages are sent twice at the same time", async () => {
    const { session, ran } = openTestSession();
    const tools = toAiTools(session);
    const asked = await run(remove("a"), { tools, stream });
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    const twice = await Promise.all([1, 2].map(() => run(["done"], { tools, messages, stream })));
    const third = await run(["done"], { tools, messages, stream });
    expect(ran).toEqual(["remove a"]);
    const types = [...twice, third].flatMap(({ prompts }) => outputs(prompts[0])) as { readonly type: string }[];
    expect(types.map(({ type }) => type).sort()).toEqual(["error-text", "error-text", "text"]);
    expect(outputs(third.prompts[0])).toMatchObject([{ value: expect.stringContaining("already used") }]);
  });

  it("run nothing when declined, and tell the model why", async () => {
    const { session, ran } = openTestSession();
    const tools = toAiTools(session);
    const asked = await run(remove("a"), { tools, stream });
    const messages = [user, ...asked.messages, answer(asked.parts, false, "keep it")];
    const done = await run(["done"], { tools, messages, stream });
    expect(ran).toEqual([]);
    expect(outputs(done.prompts[0])).toMatchObject([{ type: "execution-denied", reason: "keep it" }]);
  });

  it("are not asked for what the policy allows or denies; a denial reaches the model with its reason", async () => {
    const { session, ran } = openTestSession();
    const calls = [
      { name: "remove_note", input: { file_path: "free/a" } },
      { name: "remove_note", input: { file_path: "locked/a" } },
    ];
    const outcome = await run([calls], { tools: toAiTools(session), stream });
    expect(requests(outcome.parts)).toEqual([]);
    expect(ran).toEqual(["remove free/a"]);
    expect(outputs(outcome.prompts.at(-1))).toMatchObject([
      { type: "text" },
      { type: "error-text", value: expect.stringContaining("Locked notes stay.") },
    ]);
  });

  it("cannot override a policy that denies by now", async () => {
    const asked = await run(remove("a"), { tools: toAiTools(openTestSession().session), stream });
    const { session, ran } = openTestSession({ policy: () => ({ effect: "deny", reason: "Not any more." }) });
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    await run(["done"], { tools: toAiTools(session), messages, stream });
    expect(ran).toEqual([]);
  });

  it("cover what was asked and nothing that shows itself later", async () => {
    const approve = vi.fn(() => true);
    const { session, ran } = openTestSession({ approve });
    const tools = toAiTools(session);
    const asked = await run(remove("linked"), { tools, stream });
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    const done = await run(["done"], { tools, messages, stream });
    expect(ran).toEqual([]);
    expect(approve).not.toHaveBeenCalled();
    expect(outputs(done.prompts[0])).toMatchObject([
      { type: "error-text", value: expect.stringContaining("The approval did not cover delete /elsewhere.") },
    ]);
  });

  it("attack: do not cover what came in the place of what was asked about", async () => {
    const { session, ran, versions } = openTestSession();
    versions.set("a", "v1");
    const tools = toAiTools(session);
    const asked = await run(remove("a"), { tools, stream });
    versions.set("a", "v2");
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    const done = await run(["done"], { tools, messages, stream });
    expect(ran).toEqual([]);
    expect(outputs(done.prompts[0])).toMatchObject([
      { type: "error-text", value: expect.stringContaining("The approval did not cover delete /a.") },
    ]);
    const again = await run(remove("a", "c2"), { tools, stream });
    await run(["done"], { tools, messages: [user, ...again.messages, answer(again.parts, true)], stream });
    expect(ran).toEqual(["remove a"]);
  });

  it("of one call do not speak for another with the same id", async () => {
    const { session, ran } = openTestSession();
    const tools = toAiTools(session);
    const asked = await run(remove("a"), { tools, stream });
    const messages = [user, ...asked.messages, answer(asked.parts, true)];
    // A later call of the same conversation that runs without the SDK's question still meets the policy's.
    const unasked = Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [name, { ...tool, needsApproval: false }]),
    );
    const first = await run(["done"], { tools, messages, stream });
    const history = [...messages, ...first.messages, user];
    const outcome = await run(remove("b"), { tools: unasked, messages: history, stream });
    expect(ran).toEqual(["remove a"]);
    expect(outputs(outcome.prompts.at(-1)).at(-1)).toMatchObject({
      type: "error-text",
      value: expect.stringContaining("the user cannot be asked here"),
    });
  });

  it("that nobody asked for leave mid-call questions to the session", async () => {
    const approve = vi.fn(() => ({ approved: false, reason: "not that one" }));
    const { session, ran } = openTestSession({
      approve,
      policy: ({ access }) => (access?.target === "/elsewhere" ? { effect: "ask", prompt: "?" } : { effect: "allow" }),
    });
    const outcome = await run(remove("linked"), { tools: toAiTools(session), stream });
    expect(requests(outcome.parts)).toEqual([]);
    expect(approve).toHaveBeenCalledOnce();
    expect(ran).toEqual([]);
  });

  it("can stay with the session", async () => {
    const approve = vi.fn(() => true);
    const { session, ran } = openTestSession({ approve });
    const outcome = await run(remove("a"), { tools: toAiTools(session, { approvals: "session" }), stream });
    expect(requests(outcome.parts)).toEqual([]);
    expect(approve).toHaveBeenCalledOnce();
    expect(ran).toEqual(["remove a"]);
  });

  it("survive a policy that fails: the call is refused, the loop goes on", async () => {
    const { session, ran } = openTestSession({
      policy: () => {
        throw new Error("defect");
      },
    });
    const outcome = await run(remove("a"), { tools: toAiTools(session), stream });
    expect(ran).toEqual([]);
    expect(outputs(outcome.prompts.at(-1))).toMatchObject([
      { type: "error-text", value: expect.stringMatching(/the policy failed while checking remove_note/i) },
    ]);
  });

  if (version === 7) {
    it("carry the policy's prompt when given as toolApproval", async () => {
      const { session, ran } = openTestSession();
      const options = { tools: toAiTools(session), toolApproval: toolApproval(session), stream };
      const asked = await run(remove("a"), options);
      expect(requests(asked.parts)).toMatchObject([{ reason: "Remove note: delete /a" }]);
      const messages = [user, ...asked.messages, answer(asked.parts, true)];
      await run(["done"], { ...options, messages });
      const free = await run(remove("free/a", "c2"), options);
      expect(requests(free.parts)).toEqual([]);
      expect(ran).toEqual(["remove a", "remove free/a"]);
    });

    it("that the SDK gives by itself are not a person's", async () => {
      const { session, ran } = openTestSession();
      await run(remove("a"), { tools: toAiTools(session), toolApproval: { remove_note: "approved" }, stream });
      expect(ran).toEqual([]);
    });
  }
});

it("decides the same for both versions without an SDK around it", async () => {
  const { toolApproval } = await loadSdk(7);
  const { session } = openTestSession();
  const rules = toolApproval(session, { only: ["remove_note"] });
  expect(Object.keys(rules)).toEqual(["remove_note"]);
  expect(await rules.remove_note?.({ file_path: "a" })).toEqual({
    type: "user-approval",
    reason: "Remove note: delete /a",
  });
  expect(await rules.remove_note?.({ file_path: "locked/a" })).toBeUndefined();
  expect(await rules.remove_note?.({ nonsense: 1 })).toBeUndefined();
  expect(
    await toolApproval(openTestSession({ policy: allow() }).session).remove_note?.({ file_path: "a" }),
  ).toBeUndefined();
});
