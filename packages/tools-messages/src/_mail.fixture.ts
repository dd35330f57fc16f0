import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type Session, type SessionOptions } from "@holdall/tool-core";
import type { Envelope, MailReceipt, MailServer } from "./email/mail-server.ts";
import { type EmailOptions, type MessageToolsOptions, messageTools, openOutbox } from "./index.ts";

export interface Delivery extends Envelope {
  readonly text: string;
}

export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A server that takes everything, or answers as it is told. */
export function stillServer(
  answer?: (envelope: Envelope) => Promise<MailReceipt>,
): MailServer & { deliveries: Delivery[] } {
  const deliveries: Delivery[] = [];
  return {
    name: "still",
    deliveries,
    async deliver(bytes, envelope) {
      deliveries.push({ ...envelope, text: text(bytes) });
      return (
        (await answer?.(envelope)) ?? { state: "sent", accepted: envelope.to, rejected: [], serverSaid: "250 queued" }
      );
    },
  };
}

export interface PlayOptions extends Partial<Omit<MessageToolsOptions, "email">> {
  readonly email?: Partial<EmailOptions> | undefined;
  readonly session?: Partial<SessionOptions> | undefined;
}

/** A session with all message tools, mail from bot@example.com. */
export function play({ email, session: how, ...rest }: PlayOptions = {}) {
  const server = stillServer();
  const backend =
    rest.backend ?? memoryBackend({ files: { "/report.pdf": "%PDF-1.7 report", "/notes.txt": "notes\n" } });
  const options = {
    backend,
    outbox: { backend: memoryBackend() },
    perHour: 1000,
    ...rest,
    email: { sender: "bot@example.com", server, ...email },
  };
  const open = (own: Partial<SessionOptions> = {}): Session =>
    openSession(createRegistry([...messageTools(options)]), { policy: allow(), ...how, ...own }) as Session;
  const session = open();
  return {
    session,
    open,
    options,
    backend,
    deliveries: server.deliveries,
    outbox: openOutbox(options.outbox),
    async compose(input: object = {}): Promise<string> {
      const result = await session.call("compose_email", {
        to: ["ann@example.com"],
        subject: "Hello",
        body: "Hi Ann\n",
        ...input,
      });
      if (!result.ok) throw result.error;
      return (result.output as { draft_id: string }).draft_id;
    },
    send: (draft_id: string, more: object = {}) => session.call("send_email", { draft_id, ...more }),
  };
}

/** The code of an error, or the state of what was sent. */
export const outcome = (result: Awaited<ReturnType<Session["call"]>>): string =>
  result.ok ? String((result.output as { state?: string }).state ?? "ok") : result.error.code;
