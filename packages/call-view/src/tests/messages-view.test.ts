import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, foreignContent, openSession, ToolError } from "@holdall/tool-core";
import { callbackChannel, type MailServer, messageTools, openOutbox } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { viewOutboxEntry } from "../blocks/message.ts";
import { followCalls } from "../follow-calls.ts";

const server: MailServer = {
  name: "still",
  deliver: async (_, { to }) => ({ state: "unknown", accepted: [], rejected: [], why: `no answer for ${to.join()}` }),
};

test("drafts and messages of the real tools: to whom, what, and what came of it", async () => {
  const log = followCalls();
  const deliver = ({ text }: { text: string }) => {
    if (text === "no") throw new ToolError("unavailable", "full");
  };
  const outbox = { backend: memoryBackend() };
  const registry = createRegistry(
    messageTools({
      backend: memoryBackend({ files: { "/report.pdf": "%PDF" } }),
      outbox,
      channels: [callbackChannel({ name: "ops", deliver })],
      email: { sender: "bot@example.com", server },
      newId: () => "1",
    }),
  );
  await using session = openSession(registry, { policy: allow(), onEvent: log.follow });
  session.state(foreignContent).add("web_fetch");
  const mail = {
    to: ["ann@example.com"],
    bcc: ["b@ex\u0430mple.com"],
    subject: "Report",
    body: "Hi\n",
    attachments: ["/report.pdf"],
  };
  await session.call("compose_email", mail);
  await session.call("send_email", { draft_id: "d_1" });
  await session.call("send_message", { text: "done" });
  const [composed, sent, message] = log.calls();
  expect([composed, sent, message].map((view) => [view?.title, view?.subject, view?.outcome])).toEqual([
    ["Compose e-mail", "Report", "2 recipients"],
    ["Send e-mail", "d_1", "unknown whether it arrived"],
    ["Send message", "ops", "sent"],
  ]);
  const spelled = expect.stringMatching(/^b@xn--/);
  expect(composed?.blocks).toMatchObject([
    {
      ...{ kind: "message", state: { label: "draft, not sent" }, subject: "Report", body: "Hi\n", id: "d_1" },
      recipients: [
        { as: "to", address: "ann@example.com", warnings: ["Not named by the user."] },
        {
          as: "bcc",
          address: spelled,
          spelledOut: "b@ex\u0430mple.com",
          warnings: ["Not named by the user.", expect.stringContaining("Mixes")],
        },
      ],
      attachments: [{ path: "/report.pdf", bytes: 4, sha256: expect.stringMatching(/^[\da-f]{64}$/) }],
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    },
  ]);
  expect(sent?.blocks).toMatchObject([
    {
      state: { label: "unknown whether it arrived", tone: "caution" },
      notes: [{ text: expect.stringContaining("not sent again"), isWarning: true }, { isWarning: true }],
    },
  ]);
  expect(message?.blocks).toMatchObject([
    { state: { label: "sent", tone: "good" }, recipients: [{ as: "channel", address: "ops" }], body: "done" },
  ]);
  const entries = (await Array.fromAsync(openOutbox(outbox).list())).map(viewOutboxEntry);
  const kept = entries.find(({ subject }) => subject === "Report");
  expect(kept).toMatchObject({
    ...{
      kind: "message",
      from: "bot@example.com",
      state: { label: "unknown whether it arrived" },
      bytes: expect.any(Number),
    },
    recipients: [{ as: "to", address: "ann@example.com" }, { as: "bcc" }],
  });
  expect(entries.find((each) => each !== kept)).toMatchObject({
    recipients: [{ as: "channel", address: "callback:ops" }],
  });
});
