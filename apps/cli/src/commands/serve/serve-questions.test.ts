import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { serve, stdioTransport } from "../../fixtures/serve.fixture.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdall-asks-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const asking = ["ask_user_question", "enter_plan_mode", "exit_plan_mode"];
type Era = "legacy" | { readonly pin: string };
const eras: readonly (readonly [string, Era])[] = [
  ["2025-11-25", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
];

/** A client of a served coding preset, which answers forms where it shows them. */
async function connect(
  transport: "stdio" | "http",
  mode: Era,
  answer?: () => ElicitResult,
  args: readonly string[] = [],
) {
  const capabilities = answer ? { elicitation: {} } : {};
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, capabilities });
  if (answer) client.setRequestHandler("elicitation/create", answer);
  if (transport === "http") {
    const server = await serve(root, args);
    onTestFinished(async () => void (await server.end()));
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}?session=one`)));
  } else {
    await client.connect(stdioTransport(["--root", root, ...args]));
  }
  onTestFinished(() => client.close());
  const tools = async () => (await client.listTools()).tools.filter(({ name }) => asking.includes(name));
  const call = async (name: string, input: object) => {
    const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
    return { isError, text: JSON.stringify(content) };
  };
  return { client, tools, call };
}

const accept = (content: Record<string, string>) => (): ElicitResult => ({ action: "accept", content });
const question = { questions: [{ question: "Tabs?", options: [{ label: "yes" }, { label: "no" }] }] };

describe.each(eras)("a client of %s", { timeout: 60_000 }, (_era, mode) => {
  test.each(["stdio", "http"] as const)(
    "over %s that shows forms has the tools, with their guidance",
    async (transport) => {
      const { client, tools, call } = await connect(transport, mode, accept({ q1: "no" }));
      const listed = await tools();
      expect(listed.map(({ name }) => name)).toEqual(asking);
      expect(listed[0]?.description).toContain("An answer to ask_user_question permits nothing");
      expect(listed[1]?.description).toContain("propose with exit_plan_mode");
      expect(client.getInstructions()).not.toContain("ask_user_question");
      expect(await call("ask_user_question", question)).toEqual({
        isError: false,
        text: expect.stringContaining(String.raw`Tabs?\n  no`),
      });
    },
  );

  test.each(["stdio", "http"] as const)(
    "over %s that shows none is told nothing of them, and nobody is there",
    async (transport) => {
      const { client, tools, call } = await connect(transport, mode);
      expect(await tools()).toEqual([]);
      expect(client.getInstructions()).not.toMatch(/ask_user_question|plan_mode/);
      expect(await call("ask_user_question", question)).toEqual({
        isError: true,
        text: expect.stringContaining("The user cannot answer here"),
      });
    },
  );

  test.each([
    ["declined", (): ElicitResult => ({ action: "decline" }), "does not want to answer"],
    ["cancelled", (): ElicitResult => ({ action: "cancel" }), "was dismissed"],
    ["answered with nothing", accept({}), "does not want to answer"],
  ])("%s is no answer", async (_name, answer, words) => {
    const { call } = await connect("stdio", mode, answer);
    expect(await call("ask_user_question", question)).toEqual({ isError: true, text: expect.stringContaining(words) });
  });

  test("agrees to a plan, and nothing changes before", async () => {
    const { call } = await connect("stdio", mode, accept({ decision: "approve" }));
    await call("enter_plan_mode", {});
    const write = () => call("write_file", { path: "a.txt", content: "a\n" });
    expect(await write()).toMatchObject({
      isError: true,
      text: expect.stringContaining("Plan mode: write is not allowed"),
    });
    expect(await call("exit_plan_mode", { plan: "Write a.txt." })).toMatchObject({ isError: false });
    expect(await write()).toMatchObject({ isError: false });
    expect(existsSync(join(root, "a.txt"))).toBe(true);
  });

  test("has none of them with --yes, whatever it shows", async () => {
    const { tools, call } = await connect("stdio", mode, accept({ q1: "no" }), ["--yes"]);
    expect(await tools()).toEqual([]);
    expect(await call("ask_user_question", question)).toMatchObject({
      isError: true,
      text: expect.stringContaining("needs a user who can be asked"),
    });
  });

  test("is held in a plan mode that the rules set, which no plan ends", async () => {
    const policy = join(root, "..", `${root.split("/").at(-1)}-policy.json`);
    writeFileSync(policy, JSON.stringify({ version: 1, mode: "plan" }));
    onTestFinished(() => rmSync(policy));
    const { client, call } = await connect("stdio", mode, accept({ decision: "approve" }), ["--policy", policy]);
    expect(client.getInstructions()).toContain("You are in plan mode");
    expect((await call("exit_plan_mode", { plan: "Write." })).text).toContain("only that can end it");
    expect(await call("write_file", { path: "a.txt", content: "" })).toMatchObject({ isError: true });
  });
});
