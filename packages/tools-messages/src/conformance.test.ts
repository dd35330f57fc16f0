import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { stillServer } from "./_mail.fixture.ts";
import { callbackChannel, messageTools } from "./index.ts";

describeTools("message tools", () => {
  const backend = memoryBackend({ files: { "/report.pdf": "%PDF" } });
  let count = 0;
  const tools = messageTools({
    backend,
    outbox: { backend: memoryBackend() },
    channels: [callbackChannel({ name: "ops", deliver: () => undefined })],
    email: { sender: "bot@example.com", server: stillServer() },
    perHour: 100_000,
    newId: () => `${++count}`,
  });
  return {
    backend,
    tools,
    obvious: ["cc", "bcc", "subject", "html", "template", "reply_to", "channel", "caption", "draft_id", "sha256"],
    samples: {
      send_message: { text: "The report is done." },
      send_file: { path: "/report.pdf" },
      compose_email: { to: ["ann@example.com"], subject: "Report", body: "Hi", attachments: ["/report.pdf"] },
      send_email: { draft_id: "d_1" },
    },
    prepare: async (session, tool) => {
      if (tool === "send_email")
        await session.call("compose_email", { to: ["ann@example.com"], subject: "Report", body: "Hi" });
    },
  };
});
