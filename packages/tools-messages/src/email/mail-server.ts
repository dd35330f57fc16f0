/** The recipients of a mail, as the server gets them, whatever the headers say. */
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

/** What delivers mails. Never rejects, never sends twice, and never tries again once the text has begun to leave. */
export interface MailServer {
  readonly name: string;
  deliver(bytes: Uint8Array, envelope: Envelope): Promise<MailReceipt>;
}
