import { memoryBackend } from "@holdall/backends-memory";
import { openSecrets } from "@holdall/middleware/node";
import { openSession } from "@holdall/tool-core";
import { callbackChannel, type MailServer } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { office } from "../sets/office.ts";

const value = "tkn=8fJ2mQx7+Lw0ZrT4v";

function open() {
  const secrets = openSecrets({ KEY: { env: "VAR" } }, { env: { VAR: value } });
  const backend = memoryBackend({
    files: {
      "/key.txt": `first line\nkey=${value}\n`,
      "/long.txt": `${"words ".repeat(500)}${Buffer.from(`key=${value}`).toString("base64")} ${"words ".repeat(500)}`,
      "/fine.txt": "nothing to hide\n",
    },
  });
  const delivered: string[] = [];
  const server: MailServer = {
    name: "still",
    async deliver(bytes, { to }) {
      delivered.push(new TextDecoder().decode(bytes));
      return { state: "sent", accepted: to, rejected: [], serverSaid: "250 queued" };
    },
  };
  const channels = [
    callbackChannel({ name: "ops", deliver: ({ text, file }) => void delivered.push(text + (file?.name ?? "")) }),
  ];
  const preset = office({
    ...{ backend, secrets, web: false as const },
    messages: { outbox: { backend: memoryBackend() }, channels, email: { sender: "bot@example.com", server } },
  });
  const session = openSession(preset.registry, { ...preset, approve: () => true });
  const mail = async (input: object) => {
    const composed = await session.call("compose_email", {
      to: ["ann@example.com"],
      subject: "Hello",
      body: "Hello",
      ...input,
    });
    if (!composed.ok) return composed.error.code;
    const { draft_id } = composed.output as { draft_id: string };
    const sent = await session.call("send_email", { draft_id });
    return sent.ok ? (sent.output as { state: string }).state : sent.error.code;
  };
  return { session, delivered, mail };
}

test("a file that has the value of a secret is not attached to a mail, however the mail encodes it", async () => {
  const { session, delivered, mail } = open();
  await using _ = session;
  for (const path of ["/key.txt", "/long.txt"]) expect(await mail({ attachments: [path] })).toBe("rejected");
  expect(delivered).toEqual([]);
  expect(await mail({ attachments: ["/fine.txt"], body: "It costs 5 €, and more = better." })).toBe("sent");
  expect(delivered).toHaveLength(1);
});

test("a file that has the value of a secret is not sent to a channel", async () => {
  const { session, delivered } = open();
  await using _ = session;
  const send = async (path: string) => {
    const sent = await session.call("send_file", { channel: "ops", path });
    return sent.ok ? (sent.output as { state: string }).state : sent.error.message;
  };
  expect(await send("/key.txt")).toContain("rejected");
  expect(delivered).toEqual([]);
  expect(await send("/fine.txt")).toBe("sent");
});
