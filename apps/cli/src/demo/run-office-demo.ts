import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { office } from "@holdall/presets/office";
import { type Approve, openSession, type ToolEvent } from "@holdall/tool-core";
import { temporaryFolder } from "@holdall/tool-kit/node";
import { noteUserText, smtpServer } from "@holdall/tools-messages";
import { openWebClient } from "@holdall/tools-web";
import { isInstalled } from "../config/read/is-installed.ts";
import { eventRenderer } from "../render/result/events.ts";
import { counted } from "../render/text.ts";
import { UsageError } from "../usage-error.ts";
import { recipient, reportAndSend, task } from "./office-script.ts";
import { openSite } from "./office-site.ts";
import type { DemoOptions } from "./run-demo.ts";
import { playScript } from "./script/play-script.ts";
import { createShow } from "./script/show.ts";
import { openSmtpSink, type ReceivedMail } from "./script/smtp-sink.ts";

const engines = ["@myriaddreamin/typst-ts-node-compiler", "nodemailer"];

/**
 * Let a scripted agent find something out on local pages, report it as a PDF and mail that to a local server; resolves to
 * whether the mail arrived once, at no other process, with the bytes of the report. Throws UsageError where an engine is not installed.
 */
export async function runOfficeDemo({ screen, write, pause = 0, keep = false, onMail }: OfficeDemo): Promise<boolean> {
  const missing = engines.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new UsageError(
      `This demo needs ${missing.join(" and ")} beside holdall.`,
      `npm install ${missing.join(" ")}`,
    );
  const root = temporaryFolder("demo-office").path;
  await using site = await openSite();
  await using mailbox = await openSmtpSink();
  try {
    const show = createShow(screen, write);
    const preset = office({
      root,
      search: false,
      web: {
        client: openWebClient({ allow: [new URL(site.url).host] }),
        search: { env: { SEARXNG_URL: site.url } },
      },
      messages: {
        outbox: { backend: memoryBackend() },
        email: { sender: "reports@example.com", server: smtpServer({ host: "127.0.0.1", port: mailbox.port }) },
      },
    });
    await preset.registry.load();
    const render = eventRenderer(screen, preset.cwd);
    const drawn = new Map<string, string[]>();
    /** Of calls that a call makes, the one that the model made. */
    const roots = new Map<string, string>();
    const draw = (callId: string, ...lines: string[]) => {
      const root = roots.get(callId) ?? callId;
      drawn.set(root, [...(drawn.get(root) ?? []), ...lines]);
    };
    const onEvent = (event: ToolEvent) => {
      if (event.type === "call-start" && event.parentId !== undefined)
        roots.set(event.callId, roots.get(event.parentId) ?? event.parentId);
      draw(event.callId, ...render(event));
    };
    const approve: Approve = ({ callId, tool, prompt }) => {
      if (tool === "send_email")
        draw(
          callId,
          ...prompt
            .trimEnd()
            .split("\n")
            .map((line) => `    ${line}`.trimEnd()),
        );
      draw(callId, "    → yes, says the demo; anywhere else you are asked");
      return true;
    };
    await using session = openSession(preset.registry, { ...preset, onEvent, approve });
    noteUserText(session, task);
    show.title("Holdall demo: an agent finds out, reports and sends", about(root));
    await playScript({ script: reportAndSend, session, preset, task, show, pause, drawn: (id) => drawn.get(id) ?? [] });
    const report = await readFile(join(root, "report.pdf"));
    const [mail] = mailbox.received;
    const isWhole = mail !== undefined && attachmentOf(mail).equals(report);
    const isRight = mailbox.received.length === 1 && mail?.to.join() === recipient;
    for (const each of mailbox.received) onMail?.(each, report);
    show.summary([
      ["server", `${counted(mailbox.received.length, "mail")} to ${mail?.to.join(", ") ?? "nobody"}`],
      ["report", `${report.length} bytes, ${isWhole ? "the same" : "NOT THE SAME"} as those attached`],
      ["folder", keep ? root : `${root}, removed (--keep leaves it)`],
    ]);
    return isWhole && isRight;
  } finally {
    if (!keep) await rm(root, { recursive: true, force: true });
  }
}

export interface OfficeDemo extends DemoOptions {
  /** Gets each mail that the server got, with the report that it should have. */
  readonly onMail?: (mail: ReceivedMail, report: Buffer) => void;
}

/** The bytes of the PDF in a mail, as they were written in base64. */
function attachmentOf({ text }: ReceivedMail): Buffer {
  const [, part = ""] = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z\d+/=\r\n]*)/.exec(text) ?? [];
  return Buffer.from(part, "base64");
}

const about = (root: string): string =>
  "A script plays the model: no key, nothing leaves this machine. The rest is real: the office preset, the search and the " +
  `pages of a server here, the PDF, the mail with its approval, and the mail server that gets it. The folder is ${root}.`;
