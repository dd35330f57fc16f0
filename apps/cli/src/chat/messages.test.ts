import { afterEach, expect, test } from "vitest";
import { openSmtpSink } from "../demo/script/smtp-sink.ts";
import { answerOf, messageFolders } from "../fixtures/messages.fixture.ts";
import { openChat } from "./open-chat.fixture.ts";
import { stubServer } from "./stub-server.fixture.ts";

let kill = () => {};
afterEach(() => kill());

test("a person sees a mail whole before it goes, with who was not named, and no rule is offered", {
  timeout: 30_000,
}, async () => {
  await using mailbox = await openSmtpSink();
  using folders = messageFolders({});
  folders.put(
    "config/holdall/messages.yaml",
    `email: { sender: bot@example.com, server: { host: 127.0.0.1, port: ${mailbox.port} } }\n`,
  );
  const mail = {
    to: ["ann@example.com"],
    bcc: ["eve@example.net"],
    subject: "Open",
    body: "We are open.\nCome by.\n",
  };
  const office = ["--preset", "office"];
  const { draft_id } = answerOf(await folders.run("call", "compose_email", JSON.stringify(mail), ...office)).output;
  const send = { calls: [{ tool: "send_email", input: { draft_id } }] };
  await using server = await stubServer([send, send, { text: "It is sent." }]);
  const args = [...office, "--defer", "none"];
  const { type, screen, ended, kill: stop } = openChat({ folder: folders.at("."), url: server.url, args });
  kill = stop;
  await type(/› /, "send the draft to ann@example.com\r");
  await type(/send_email wants[\s\S]*Allow it\?/, "wait\r");
  await type(/send_email wants[\s\S]*Allow it\?/, "y\r");
  await type(/It is sent\.[\s\S]*› /, "/exit\r");
  expect((await ended)[0]).toBe(0);
  const shown = screen().replaceAll("\r", "");
  for (const line of ["To: ann@example.com", "Bcc: eve@example.net", "We are open.", "Come by."])
    expect(shown).toContain(`  | ${line}\n`);
  expect(shown).toContain("Warning: eve@example.net was not named by the user");
  expect(shown).not.toContain("Warning: ann@example.com");
  expect(JSON.stringify(server.asked[1]?.messages.at(-1))).toContain("They said: wait");
  expect(mailbox.received.map(({ to }) => to)).toEqual([["ann@example.com", "eve@example.net"]]);
});
