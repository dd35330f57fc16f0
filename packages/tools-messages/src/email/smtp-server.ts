import { ToolError } from "@holdall/tool-core";
import { redactSecrets, withSecrets } from "../send/secrets.ts";
import { oneLine } from "../send/text.ts";
import { loadConnection } from "./_load-nodemailer.ts";
import type { Envelope, MailReceipt, MailServer } from "./mail-server.ts";

export interface SmtpServerOptions {
  readonly host: string;
  /** 465 with `secure`, else 587. */
  readonly port?: number | undefined;
  /** TLS from the first byte. Without it STARTTLS is required, except on this machine. */
  readonly secure?: boolean | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Certificates to trust in addition to those of the system, as PEM. */
  readonly ca?: string | undefined;
  /** Milliseconds for each step; 30,000. */
  readonly timeout?: number | undefined;
}

/** Further tries, and only before the text begins to leave. */
const maxRetries = 2;

interface Attempt extends MailReceipt {
  readonly mayRetry?: boolean | undefined;
}

/**
 * A mail server over SMTP, by nodemailer, on Node. One connection for a mail. What fails before the text leaves is tried again up to twice; what fails later is
 * `unknown`. TLS with a valid certificate is required beyond this machine.
 */
export function smtpServer(options: SmtpServerOptions): MailServer {
  const { host, secure = false, user, password } = options;
  if (user !== undefined && password === undefined)
    throw new ToolError("invalid_input", `The mail server ${host} has a user but no password.`);
  const server: MailServer = {
    name: host,
    async deliver(bytes, envelope) {
      for (let retries = 0; ; retries++) {
        const { mayRetry, ...receipt } = await attempt({ ...options, secure }, bytes, envelope).catch(
          (): Attempt => ({ ...nobody(envelope), state: "rejected", why: "the connection could not be opened" }),
        );
        if (mayRetry && retries < maxRetries) continue;
        const { serverSaid, why } = receipt;
        return {
          ...receipt,
          ...(serverSaid !== undefined && { serverSaid: oneLine(redactSecrets(serverSaid, server)) }),
          ...(why !== undefined && { why: oneLine(redactSecrets(why, server)) }),
        };
      }
    },
  };
  return withSecrets(server, password);
}

async function attempt(
  { host, port, secure, user, password, ca, timeout = 30_000 }: SmtpServerOptions & { readonly secure: boolean },
  bytes: Uint8Array,
  envelope: Envelope,
): Promise<Attempt> {
  const { Connection, Readable } = await loadConnection();
  const isHere = isLoopback(host);
  const connection = new Connection({
    host,
    port: port ?? (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isHere,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    socketCloseTimeout: 1000,
    ...(isHere && { name: "localhost" }),
    tls: { ...(ca !== undefined && { ca }), minVersion: "TLSv1.2" },
  });
  let hasBegun = false;
  function* text(): Generator<Uint8Array> {
    hasBegun = true;
    yield bytes;
  }
  return new Promise<Attempt>((resolve) => {
    let isOver = false;
    const end = (outcome: Attempt) => {
      if (isOver) return;
      isOver = true;
      resolve(outcome);
    };
    const fail = (error: SmtpFailure) => {
      end(failed(error, hasBegun, envelope));
      connection.close();
    };
    const send = () =>
      connection.send(
        { from: envelope.from, to: [...envelope.to], size: bytes.length },
        Readable.from(text(), { objectMode: false }),
        (error, info) => {
          if (error) return fail(error);
          const accepted = info?.accepted?.map(String) ?? [];
          const rejected = envelope.to.filter((address) => !accepted.includes(address));
          const state = rejected.length > 0 ? "partly" : "sent";
          end({ state, accepted, rejected, serverSaid: info?.response });
          connection.quit();
        },
      );
    connection.on("error", fail);
    connection.on("end", () => fail({ code: "ECONNECTION" }));
    connection.connect((error) => {
      if (error) return fail(error);
      if (user === undefined) return send();
      connection.login({ user, pass: password ?? "" }, (refused) => (refused ? fail(refused) : send()));
    });
  });
}

interface SmtpFailure {
  readonly code?: string | undefined;
  readonly response?: unknown;
  readonly responseCode?: number | undefined;
}

/** Codes of a connection that was not there, or ended. */
const connectionLost = /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS|ECONNREFUSED|ECONNRESET|EPROTOCOL)$/;

function failed(
  { code = "", response, responseCode = 0 }: SmtpFailure,
  hasBegun: boolean,
  envelope: Envelope,
): Attempt {
  const serverSaid = typeof response === "string" && response !== "" ? response : undefined;
  const said = serverSaid === undefined ? {} : { serverSaid };
  const isRefused = responseCode >= 400 && serverSaid !== undefined && code !== "ECONNECTION";
  if (hasBegun && !(isRefused && code === "EMESSAGE"))
    return {
      ...nobody(envelope),
      ...said,
      state: "unknown",
      rejected: [],
      why: "the connection ended before the server confirmed the mail",
    };
  if (isRefused) {
    const isLater = responseCode < 500;
    return {
      ...nobody(envelope),
      ...said,
      state: "rejected",
      why: `the server rejected it${isLater ? " for now" : ""} (${responseCode})`,
    };
  }
  const what =
    code === "ETLS" ? "the server does not offer trusted TLS" : `no connection to the server (${code || "unknown"})`;
  return {
    ...nobody(envelope),
    ...said,
    state: "rejected",
    why: `${what}; nothing was sent`,
    mayRetry: connectionLost.test(code),
  };
}

const nobody = ({ to }: Envelope) => ({ accepted: [], rejected: [...to] });

/** A name that means this machine. */
const isLoopback = (host: string): boolean => /^(localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
