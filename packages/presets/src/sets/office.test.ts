import { memoryBackend } from "@holdall/backends-memory";
import { type ApprovalRequest, defineTool, openSession, type Tool } from "@holdall/tool-core";
import { callbackChannel, type MessageToolsOptions } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { z } from "zod";
import { samples } from "../_samples.fixture.ts";
import { type OfficeOptions, office } from "./office.ts";

/** An office whose channel and mail server keep what they get. */
function open({ messages, ...options }: OfficeOptions = {}) {
  const sent: string[] = [];
  const backend = memoryBackend({ files: { "/app/a.csv": "city,price\nRome,1\n", "/app/report.pdf": "%PDF-1.7" } });
  const family: Omit<MessageToolsOptions, "backend"> = {
    outbox: { backend: memoryBackend() },
    channels: [callbackChannel({ name: "ops", deliver: ({ text }) => void sent.push(text) })],
    email: {
      sender: "bot@example.com",
      server: {
        name: "still",
        deliver: async (_, { to }) => {
          sent.push(...to);
          return { state: "sent", accepted: to, rejected: [] };
        },
      },
    },
    ...messages,
  };
  const preset = office({ backend, root: "/app", web: false, messages: family, ...options });
  const asked: ApprovalRequest[] = [];
  const session = (answers = true) =>
    openSession(preset.registry, {
      ...preset,
      approve: (request) => {
        asked.push(request);
        return answers;
      },
    });
  return { preset, session, asked, sent, backend };
}

const mail = { to: ["ann@example.com"], subject: "Report", body: "Here it is.", attachments: ["report.pdf"] };

test.each([
  ["as it is", {}],
  ["with rules that allow it", { rules: [{ allow: ["send_message", "send_email(to:*@example.com)", "send_file"] }] }],
  ["where the user is not asked about anything", { mode: "bypass" as const }],
])("no message goes out unasked: %s", async (_, permissions) => {
  const { preset, session, asked, sent } = open({ permissions });
  await using alone = openSession(preset.registry, preset);
  await using refused = session(false);
  for (const at of [alone, refused]) {
    const draft = await at.call("compose_email", mail);
    const { draft_id } = (draft as { output: { draft_id: string } }).output;
    for (const [tool, input] of [
      ["send_message", { text: "Done." }],
      ["send_file", { path: "report.pdf" }],
      ["send_email", { draft_id }],
    ] as const)
      expect(await at.call(tool, input)).toMatchObject({ ok: false, error: { code: "permission_denied" } });
  }
  expect(sent).toEqual([]);
  expect(asked.map(({ tool }) => tool)).toEqual(["send_message", "send_file", "send_email"]);

  await using agreed = session();
  expect(await agreed.call("send_message", { text: "Done." })).toMatchObject({ ok: true, output: { state: "sent" } });
  expect(sent).toEqual(["Done."]);
});

/** The sample of apply_patch deletes a file. */
const expectedOf = (name: string, category: string): string =>
  name === "apply_patch" ? "deny" : ["web", "finance"].includes(category) ? "ask" : "allow";

test("files below the root are read and written, the web asks, and nothing else is touched", async () => {
  const preset = office({ backend: memoryBackend(), root: "/app", web: { search: { env: {} } } });
  const session = openSession(preset.registry, preset);
  await preset.registry.load();
  const effects = preset.registry.tools().map(async ({ name, category }) => {
    const { effect } = await session.decide(name, samples[name]);
    return [name, effect, expectedOf(name, category)];
  });
  for (const [name, effect, expected] of await Promise.all(effects)) expect([name, effect]).toEqual([name, expected]);
});

test("messages are there where there is somewhere to send to, data and documents always", async () => {
  const { registry } = office({ backend: memoryBackend() });
  await registry.load();
  const names = registry.tools().map(({ name }) => name);
  expect(registry.missing("send_mail")).toMatchObject({ code: "unavailable", hint: expect.stringContaining("email") });
  expect(names).toEqual(expect.arrayContaining(["aggregate_data", "generate_pdf", "web_search", "todo_write"]));
  expect(names.filter((name) => /send|email|delete|bash/.test(name))).toEqual([]);
});

test("a dry run leaves files and outbox, and files stay below the root", async () => {
  const { preset, backend, session } = open();
  const made = { path: "a.csv", output_path: "b.json" };
  await using dry = openSession(preset.registry, { ...preset, dryRun: true });
  expect(await dry.call("convert_format", made)).toMatchObject({ ok: true });
  expect(await backend.stat("/app/b.json" as never)).toBeNull();
  await using live = session();
  expect(await live.call("convert_format", { ...made, output_path: "/etc/b.json" })).toMatchObject({
    error: { code: "permission_denied" },
  });
});

test("what costs or reaches out asks, also of tools that come later", async () => {
  const quote = defineTool({
    name: "quote",
    category: "finance",
    description: "A price.",
    input: z.object({}) as Tool["input"],
    access: () => [
      { action: "network", target: "https://prices.example/" },
      { action: "spend", target: "prices" },
    ],
    execute: () => "1",
  });
  const { preset } = open({ tools: [quote] });
  expect(await openSession(preset.registry, preset).decide("quote", {})).toMatchObject({ effect: "ask" });
});

test("all of its families wait, however few their tools, and work once they are found", async () => {
  const { preset } = open();
  await using session = openSession(preset.registry, { ...preset, approve: () => true });
  const seen = () => preset.expose(session).map(({ name }) => name);
  expect(seen()).toEqual(expect.arrayContaining(["read_file", "todo_write", "tool_search", "tool_call"]));
  expect(seen().filter((name) => /data|convert|generate|send|email/.test(name))).toEqual([]);
  await session.call("tool_search", { query: "add up a table by city" });
  expect(seen()).toContain("aggregate_data");
  expect(await session.call("aggregate_data", { path: "a.csv", group_by: ["city"] })).toMatchObject({ ok: true });
});
