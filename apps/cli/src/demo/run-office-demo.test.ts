import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { smtpServer } from "@holdall/tools-messages";
import { expect, test } from "vitest";
import { command, runCommand } from "../fixtures/command.fixture.ts";
import { columns } from "../render/text.ts";
import { runOfficeDemo } from "./run-office-demo.ts";
import { openSmtpSink, type ReceivedMail } from "./script/smtp-sink.ts";

test("a report is written, mailed once to whom the user named, and arrives with its bytes", async () => {
  const written: string[] = [];
  const mails: { mail: ReceivedMail; report: Buffer }[] = [];
  const isDone = await runOfficeDemo({
    screen: { width: 80, colour: false },
    write: (text) => void written.push(text),
    onMail: (mail, report) => void mails.push({ mail, report }),
  });
  const shown = written.join("");
  expect(isDone, shown).toBe(true);
  expect(shown.split("\n").filter((line) => columns(line) > 80)).toEqual([]);

  expect(mails).toHaveLength(1);
  const [{ mail, report } = expect.unreachable()] = mails;
  expect({ from: mail.from, to: mail.to }).toEqual({ from: "reports@example.com", to: ["ann@example.com"] });
  expect(mail.text).not.toContain("collect.example");
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(mail.text) ?? [];
  const part = mail.text.split(`--${boundary}`).find((each) => each.includes("filename=report.pdf")) ?? "";
  const attached = Buffer.from(part.slice(part.indexOf("\r\n\r\n")), "base64");
  expect(attached.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(attached.equals(report)).toBe(true);

  const steps = [
    "✓ web_search",
    "✓ web_fetch",
    "✓ research_topic",
    "✓ generate_pdf",
    "✓ compose_email",
    "? send_email wants to message mailto:ann@example.com",
    "To: ann@example.com",
    "✓ send_email",
    "✗ send_email",
    "was already sent",
    "1 mail to ann@example.com",
  ];
  const found = steps.map((step) => shown.indexOf(step));
  expect(found, shown).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
});

test("the command plays it by its name; without the engines it says what to run", async () => {
  const { code, out } = await runCommand(["demo", "office"], { cwd: tmpdir() });
  expect({ code, told: out.includes("the same as those attached") }).toEqual({ code: 0, told: true });
  const folder = await mkdtemp(join(tmpdir(), "holdall-alone-"));
  try {
    await cp(dirname(command), folder, { recursive: true });
    await expect(promisify(execFile)(process.execPath, [join(folder, "main.js"), "demo", "office"])).rejects.toThrow(
      /npm install @myriaddreamin\/typst-ts-node-compiler nodemailer/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the demo's mail server keeps every byte of every mail", async () => {
  await using sink = await openSmtpSink();
  const server = smtpServer({ host: "127.0.0.1", port: sink.port });
  const text = "Subject: dots\r\n\r\n.\r\n..two\r\n.one é\r\nend\r\n";
  const to = ["a@example.com", "b@example.com"];
  for (let i = 0; i < 2; i++)
    expect(await server.deliver(Buffer.from(text), { from: "bot@example.com", to })).toMatchObject({ state: "sent" });
  const kept = { from: "bot@example.com", to, text: Buffer.from(text).toString("latin1").replace(/\r\n$/, "") };
  expect(sink.received).toEqual([kept, kept]);
});
