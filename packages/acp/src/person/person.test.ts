import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { methods } from "@agentclientprotocol/sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StartOptions, startAgent, testProject } from "../fixtures/start-agent.fixture.ts";
import type { TestHostOptions } from "../fixtures/test-host.fixture.ts";

let { folder, project, remove } = { folder: "", project: "", remove: () => {} };
beforeEach(() => {
  ({ folder, project, remove } = testProject());
});
afterEach(() => remove());

type Answers = TestHostOptions["answers"];
const start = (answers: Answers, options?: StartOptions) => startAgent(folder, answers, options);
const call = (tool: string, input: object): Answers[number] => ({ calls: [{ tool, input }] });
const deletes = [call("delete_file", { path: "a.txt" }), { text: "Done." }];
const isThere = () => existsSync(join(project, "a.txt"));

describe("a request for permission", () => {
  test("names the call with our reason, and offers once, session, always and no", async () => {
    await using client = await start(deletes, { permit: () => "reject" });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Delete it");
    expect(client.asked).toMatchObject([
      {
        toolCall: {
          toolCallId: client.of("tool_call")[0]?.toolCallId,
          kind: "delete",
          locations: [{ path: join(project, "a.txt") }],
          content: [{ content: { text: expect.stringContaining(`delete ${join(project, "a.txt")}`) } }],
        },
      },
    ]);
    const kinds = client.asked[0]?.options.map(({ optionId, kind }) => `${optionId} ${kind}`);
    expect(kinds).toEqual(["once allow_once", "session allow_always", "always allow_always", "reject reject_once"]);
    const always = client.asked[0]?.options.find(({ optionId }) => optionId === "always")?.name;
    expect(always).toContain("delete_file(");
    expect(always).toContain("a.txt");
    expect(isThere()).toBe(true);
    expect(client.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  });

  test("shows what a write would change: the real diff, and nothing before a new file", async () => {
    const writes = [
      call("write_file", { path: ".git/hooks/pre-commit", content: "new\n" }),
      call("edit_file", { path: ".vscode/tasks.json", old_string: "two", new_string: "2" }),
      { text: "Done." },
    ];
    mkdirSync(join(project, ".vscode"));
    writeFileSync(join(project, ".vscode/tasks.json"), "one\ntwo\n");
    await using client = await start([call("read_file", { path: ".vscode/tasks.json" }), ...writes], {
      permit: () => "reject",
    });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Go");
    const diffs = client.asked.map(({ toolCall }) => toolCall.content?.find(({ type }) => type === "diff"));
    expect(diffs).toMatchObject([
      { path: join(project, ".git/hooks/pre-commit"), oldText: null, newText: "new\n" },
      {
        path: join(project, ".vscode/tasks.json"),
        oldText: expect.stringContaining("two"),
        newText: expect.stringContaining("2"),
      },
    ]);
  });

  test.each([
    ["cancelled", undefined],
    ["an option that was not offered", "everything"],
  ])("that is answered by %s is a no", async (_, optionId) => {
    await using client = await start(deletes, { permit: () => optionId });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Delete it");
    expect(isThere()).toBe(true);
  });

  test("once allows this call, always what was asked and not more, in the next session too", async () => {
    const both = [
      call("delete_file", { path: "a.txt" }),
      call("write_file", { path: "a.txt", content: "one\n" }),
      call("delete_file", { path: "a.txt" }),
      call("write_file", { path: "b.txt", content: "b\n" }),
      call("delete_file", { path: "b.txt" }),
      { text: "Done." },
    ];
    await using client = await start(both, {
      permit: ({ toolCall }) => (toolCall.title?.includes("a.txt") ? "always" : "reject"),
    });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Go");
    expect(client.asked.map(({ toolCall }) => toolCall.title)).toEqual(["Delete file: a.txt", "Delete file: b.txt"]);
    expect(existsSync(join(project, "b.txt"))).toBe(true);
  });
});

describe("modes", () => {
  test("are enforced by the policy: plan allows no change, accept_edits does; an unknown mode is an error", async () => {
    const write = call("write_file", { path: "b.txt", content: "b\n" });
    await using client = await start([write, { text: "I may not." }, write, { text: "Done." }], {
      permit: () => "once",
    });
    const { sessionId, modes } = await client.newSession(project);
    expect(modes).toMatchObject({ currentModeId: "default" });
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["default", "accept_edits", "plan"]);
    const { setMode } = methods.agent.session;
    await client.agent.request(setMode, { sessionId, modeId: "plan" });
    await client.prompt(sessionId, "Write");
    expect(existsSync(join(project, "b.txt"))).toBe(false);
    expect(client.asked).toEqual([]);
    for (const modeId of ["yolo", "bypass"])
      await expect(client.agent.request(setMode, { sessionId, modeId })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("default, accept_edits, plan"),
      });
    await client.agent.request(setMode, { sessionId, modeId: "accept_edits" });
    await client.prompt(sessionId, "Write");
    expect(readFileSync(join(project, "b.txt"), "utf8")).toBe("b\n");
    expect(client.of("current_mode_update").map(({ currentModeId }) => currentModeId)).toEqual([
      "plan",
      "accept_edits",
    ]);
  });

  test("change when the model plans and the person approves the plan", async () => {
    const plans = [call("enter_plan_mode", {}), call("exit_plan_mode", { plan: "Write b." }), { text: "On." }];
    await using client = await start(plans, { permit: () => "approve" });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Plan");
    expect(client.of("current_mode_update").map(({ currentModeId }) => currentModeId)).toEqual(["plan", "default"]);
    expect(client.asked).toMatchObject([
      { toolCall: { kind: "switch_mode", content: [{ content: { text: "Write b." } }] } },
    ]);
  });

  test("and the model are options; what there is not is an error", async () => {
    await using client = await start([{ text: "Hi." }]);
    const { sessionId, configOptions } = await client.newSession(project);
    expect(configOptions).toMatchObject([{ id: "mode" }, { id: "model", currentValue: "scripted" }]);
    const set = (configId: string, value: string) =>
      client.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
    expect((await set("model", "other")).configOptions).toMatchObject([{}, { currentValue: "other" }]);
    expect((await set("mode", "plan")).configOptions).toMatchObject([{ currentValue: "plan" }, {}]);
    for (const [id, value] of [
      ["model", "none"],
      ["mode", "none"],
      ["none", "x"],
    ] as const)
      await expect(set(id, value)).rejects.toMatchObject({ code: -32602 });
  });
});

describe("questions of the model", () => {
  const questions = [
    { question: "Which?", header: "Color", options: [{ label: "red" }, { label: "blue" }] },
    { question: "Name?" },
  ];
  const asks = [call("ask_user_question", { questions }), { text: "Thanks." }];

  test("are a form; only the labels of options count as chosen", async () => {
    const content = { q0: "blue", q1_other: "Ann" };
    await using client = await start(asks, {
      capabilities: { elicitation: { form: {} } },
      elicit: () => ({ action: "accept", content }),
    });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Ask");
    expect(client.models[0]?.[1]).toContain("blue");
    expect(client.models[0]?.[1]).toContain("Ann");
  });

  test("stay open where the client has no forms, and it is not asked", async () => {
    await using client = await start(asks, { elicit: () => ({ action: "accept", content: {} }) });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Ask");
    expect(client.models[0]?.[1]).toContain("The user cannot answer here");
  });
});

describe("files of the editor", () => {
  const edits = [
    call("read_file", { path: "a.txt" }),
    call("edit_file", { path: "a.txt", old_string: "typed", new_string: "edited" }),
    { text: "Done." },
  ];

  test("are not asked for where the client does not offer them", async () => {
    await using client = await start([call("read_file", { path: "a.txt" }), { text: "Done." }], {
      capabilities: { fs: { readTextFile: false, writeTextFile: true } },
    });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Read it");
    expect(client.fileCalls).toEqual([]);
    expect(client.requests[0]?.layer).toBeUndefined();
  });

  test("with unsaved text are read and edited, over the protocol", async () => {
    let text = "typed by the person\n";
    await using client = await start(edits, {
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      files: {
        read: () => text,
        write: (_, next) => {
          text = next;
        },
      },
    });
    const { sessionId } = await client.newSession(project);
    await client.prompt(sessionId, "Edit it");
    expect(text).toBe("edited by the person\n");
    expect(client.fileCalls.filter((each) => each.startsWith("write"))).toEqual([`write ${join(project, "a.txt")}`]);
    expect(new Set(client.fileCalls.map((each) => each.split(" ")[1]))).toEqual(new Set([join(project, "a.txt")]));
  });
});
