import {
  type Access,
  type ApprovalRequest,
  allow,
  ask,
  createRegistry,
  defineTool,
  deny,
  firstOf,
  openSession,
} from "@holdall/tool-core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { approvalOf, type Question, questionFor, questionOf } from "./approvals.ts";

const sessionOf = (tools: []) => openSession(createRegistry(tools), { policy: allow() });

/** A tool that deletes what it is told to, and sometimes more; the versions are those of the files now. */
function openNotes(more: { id?: string; approve?: (request: ApprovalRequest) => Promise<boolean> } = {}) {
  const gone: string[] = [];
  const versions = new Map<string, string>();
  const remove = defineTool({
    name: "remove_notes",
    category: "test",
    description: "Remove notes.",
    input: z.object({ paths: z.array(z.string()), reason_text: z.string().default("none") }),
    access: ({ paths }): Access[] =>
      paths.map((path) => ({ action: "delete", target: path, version: versions.get(path) ?? "1" })),
    async execute({ paths }, ctx) {
      if (paths.includes("/linked")) await ctx.require({ action: "delete", target: "/elsewhere" });
      gone.push(...paths);
      return { gone: paths.length };
    },
  });
  const policy = firstOf(deny({ under: "/kept" }), ask({ actions: ["delete"] }), allow());
  return { gone, versions, session: openSession(createRegistry([remove]), { policy, ...more }) };
}

/** As a store gives it back: as JSON, with its keys in another order. */
const stored = (question: Question | undefined): Question => {
  if (!question) throw new Error("nothing was asked");
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(question).reverse()), (_, value) =>
      Array.isArray(value) || typeof value !== "object" ? value : Object.fromEntries(Object.entries(value).reverse()),
    ),
  );
};

describe("a question", () => {
  it("has what the call would answer, as JSON; it is the same question with it and without", async () => {
    const at = new Date(0);
    const openAt = (previews: boolean) => {
      const tool = defineTool({
        name: "change_it",
        category: "test",
        description: "Changes.",
        input: z.object({ path: z.string() }),
        previews,
        access: ({ path }) => [{ action: "write", target: path }],
        execute: () => ({ diff: "1 + new", at }),
      });
      const policy = firstOf(allow({ actions: ["read"] }), ask());
      return openSession(createRegistry([tool]), { policy, id: "s1" });
    };
    const [shown, plain] = [true, false].map((each) => questionFor(openAt(each), "change_it", { path: "/a" }));
    expect((await shown)?.preview).toEqual({ diff: "1 + new", at: at.toJSON() });
    expect(await plain).not.toHaveProperty("preview");
    expect((await shown)?.id).toBe((await plain)?.id);
  });

  it("is plain data about the call as it would run, and its id names nothing else", async () => {
    const { session, gone } = openNotes({ id: "s1" });
    const question = await questionFor(session, "removeNotes", { paths: ["/a"] }, { callId: "c1" });
    expect(question).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      sessionId: "s1",
      callId: "c1",
      tool: "remove_notes",
      input: { paths: ["/a"], reason_text: "none" },
      access: [{ action: "delete", target: "/a", version: "1" }],
      prompt: "Remove notes: delete /a",
    });
    const idOf = async (input: unknown, callId = "c1") =>
      (await questionFor(session, "remove_notes", input, { callId }))?.id;
    expect(await idOf({ reason_text: "none", paths: ["/a"] })).toBe(question?.id);
    expect(await idOf({ paths: ["/a"], reason_text: "other" })).not.toBe(question?.id);
    expect(await idOf({ paths: ["/b"] })).not.toBe(question?.id);
    expect(await idOf({ paths: ["/a"] }, "c2")).not.toBe(question?.id);
    expect(gone).toEqual([]);
  });

  it("is not asked where the call may run, is denied, is invalid or has no tool", async () => {
    const { session } = openNotes();
    for (const paths of [[], ["/kept/a"], ["/a", "/kept/a"], [1], "/kept/a"])
      expect(await questionFor(session, "remove_notes", { paths })).toBeUndefined();
    expect(await questionFor(session, "no_such_tool", {})).toBeUndefined();
    expect(await questionFor(sessionOf([]), "x")).toBeUndefined();
  });

  it("is the same before a call and while the call waits", async () => {
    const seen: Question[] = [];
    const { session } = openNotes({ approve: async (request) => seen.push(await questionOf(request)) > 0 });
    const before = await questionFor(session, "remove_notes", { paths: ["/a"] }, { callId: "c1" });
    expect((await session.call("remove_notes", { paths: ["/a"] }, { callId: "c1" })).ok).toBe(true);
    expect(seen).toEqual([before]);
  });
});

describe("an approval", () => {
  const input = { paths: ["/a"] };

  it("lets exactly the call pass that was asked about, also after the question was stored", async () => {
    const { session, gone } = openNotes();
    const approve = approvalOf(stored(await questionFor(session, "remove_notes", input, { callId: "c1" })));
    expect(await session.call("remove_notes", input, { callId: "c1", approve })).toMatchObject({ ok: true });
    expect(gone).toEqual(["/a"]);
  });

  it.each([
    ["another input", { paths: ["/a"], reason_text: "x" }, "c1", "this call, only another"],
    ["another call", input, "c2", "this call, only another"],
    ["more accesses", { paths: ["/a", "/b"] }, "c1", "this call, only another"],
  ])("holds for nothing else: %s", async (_, other, callId, reason) => {
    const { session, gone } = openNotes();
    const approve = approvalOf(stored(await questionFor(session, "remove_notes", input, { callId: "c1" })));
    const result = await session.call("remove_notes", other, { callId, approve });
    expect(result.ok || result.error.message).toContain(`The approval did not cover ${reason}.`);
    expect(gone).toEqual([]);
  });

  it("holds for no other session, and not for content that has changed since", async () => {
    const { session } = openNotes();
    const question = stored(await questionFor(session, "remove_notes", input));
    const other = openNotes();
    expect(await other.session.call("remove_notes", input, { approve: approvalOf(question) })).toMatchObject({
      ok: false,
    });
    const same = openNotes({ id: session.id });
    same.versions.set("/a", "2");
    const result = await same.session.call("remove_notes", input, { approve: approvalOf(question) });
    expect(result.ok || result.error.message).toContain("did not cover delete /a.");
    expect([...other.gone, ...same.gone]).toEqual([]);
  });

  it("does not hold for what only shows itself mid-call", async () => {
    const { session, gone } = openNotes();
    const linked = { paths: ["/linked"] };
    const approve = approvalOf(stored(await questionFor(session, "remove_notes", linked)));
    const result = await session.call("remove_notes", linked, { approve });
    expect(result.ok || result.error.message).toContain("did not cover delete /elsewhere.");
    expect(gone).toEqual([]);
  });

  it("may be a no, with a reason for the model", async () => {
    const { session } = openNotes();
    const question = stored(await questionFor(session, "remove_notes", input));
    const answered = async (answer: Parameters<typeof approvalOf>[1]) => {
      const result = await session.call("remove_notes", input, { approve: approvalOf(question, answer) });
      return result.ok ? "ran" : result.error.message;
    };
    expect(await answered({ approved: false, reason: "Not on Fridays." })).toMatch(/declined .*Not on Fridays\./);
    expect(await answered(false)).toMatch(/declined/);
    expect(await answered({ approved: true })).toBe("ran");
    expectTypeOf(approvalOf).parameter(0).toEqualTypeOf<Question>();
  });
});
