/** The recipients of an email as the server receives them, independent of the headers. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** A server's answer to a mail. */
export interface MailReceipt {
  /** `unknown`: the text had begun to leave, and no answer came. */
  readonly state: "sent" | "partly" | "rejected" | "unknown";
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  /** The last answer of the server. */
  readonly serverSaid?: string | undefined;
  readonly why?: string | undefined;
}

/** Delivers emails. Never rejects, never sends twice, and never retries once the text has started to be sent. */
export interface MailServer {
  readonly name: string;
  deliver(bytes: Uint8Array, envelope: Envelope): Promise<MailReceipt>;
}
