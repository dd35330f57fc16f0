import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, ToolError } from "@holdall/tool-core";
import { foreignContent } from "@holdall/tool-core/foreign-content";
import { callbackChannel, type MailServer, messageTools } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { followCalls } from "./follow-calls.ts";

const server: MailServer = {
  name: "still",
  deliver: async (_, { to }) => ({ state: "unknown", accepted: [], rejected: [], why: `no answer for ${to.join()}` }),
};

test("drafts and messages of the real tools: to whom, what, and what came of it", async () => {
  const log = followCalls();
  const deliver = ({ text }: { text: string }) => {
    if (text === "no") throw new ToolError("unavailable", "full");
  };
  const registry = createRegistry(
    messageTools({
      backend: memoryBackend({ files: { "/report.pdf": "%PDF" } }),
      outbox: { backend: memoryBackend() },
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
  const texts = composed?.blocks.map((block) => (block.kind === "text" ? block.text : block.kind));
  expect(texts).toMatchObject(
    [
      "ann@example.com was not named by the user.",
      /b@xn--\S+ was not named/,
      /mixes scripts/,
      /^to: ann@example\.com\nbcc: b@xn--\S+\.com \(b@ex\u0430mple\.com\)$/,
      "attached: /report.pdf",
      "code",
      /^d_1 · \d+ bytes · sha256 [\da-f]{64}$/,
    ].map((each) => (typeof each === "string" ? each : expect.stringMatching(each))),
  );
  expect(sent?.blocks[0]).toMatchObject({ kind: "text", isWarning: true });
  expect(message?.blocks).toMatchObject([{ kind: "code", lines: [{ text: "done" }] }]);
});
