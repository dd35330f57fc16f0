import { Client, type ElicitResult } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { messageFolders, webhookService } from "../../fixtures/messages.fixture.ts";
import { stdioTransport } from "../../fixtures/serve.fixture.ts";

test("a served office asks its client about a message, with all of it, and says what to do where the client asks nobody", async () => {
  await using hook = await webhookService();
  using folders = messageFolders({ CRM_HOOK: hook.url, CRM_SIGNING: "sign-77aa-c0ffee-0451" });
  folders.put(
    "config/holdall/messages.yaml",
    `channels: [{ name: crm, kind: webhook, url_env: CRM_HOOK, secret_env: CRM_SIGNING }]\nallow: ["${hook.host}"]\n`,
  );
  const text = Array.from({ length: 200 }, (_, i) => `line ${i} of the report`).join("\n");
  const connect = async (answer?: (message: string) => ElicitResult) => {
    const capabilities = answer ? { elicitation: {} } : {};
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" }, capabilities });
    if (answer) client.setRequestHandler("elicitation/create", ({ params }) => answer(params.message));
    const args = ["--root", folders.at("project"), "--preset", "office", "--defer", "none"];
    await client.connect(stdioTransport(args, { env: folders.env }));
    onTestFinished(() => client.close());
    return JSON.stringify(await client.callTool({ name: "send_message", arguments: { text } }));
  };

  const denied = await connect();
  expect(denied).toMatch(/permission_denied.*tell the user/);
  expect(hook.got).toEqual([]);
  const asked: string[] = [];
  const sent = await connect((message) => {
    asked.push(message);
    return { action: "accept", content: { decision: "allow once" } };
  });
  expect(sent).toContain("Sent to crm.");
  expect(hook.got).toEqual([expect.objectContaining({ text })]);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain("Send a message to crm (webhook):");
  expect(asked[0]).toContain("line 199 of the report");
  for (const said of [denied, sent, ...asked]) expect(said).not.toContain("T0-9d81c0ffee77aa");
});
