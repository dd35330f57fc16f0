/** The content that is sent to a channel. */
export interface Message {
  readonly text: string;
  /** Where in the channel: a thread, topic or message that it answers, as the service names it. */
  readonly thread?: string | undefined;
  readonly file?: MessageFile | undefined;
  /** Send a text that is too long in parts. */
  readonly split?: boolean | undefined;
}

export interface MessageFile {
  /** Without folders, control characters, quotes and slashes. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The exact bytes or text that is sent. */
export interface Prepared {
  readonly message: Message;
  /** The text that is shown to the user and sent: one for each part. */
  readonly parts: readonly string[];
}

export type SendState = "sent" | "partly" | "rejected" | "unknown";

/** The result. `unknown`: it may or may not have arrived, and is never sent again. */
export interface Receipt {
  readonly state: SendState;
  /** The id that the service gave. */
  readonly id?: string | undefined;
  /** Why it was rejected or is unknown, without secrets. */
  readonly why?: string | undefined;
  /** Seconds to wait, if the service requested it. */
  readonly retryAfter?: number | undefined;
}

/** A place that a model may send to, by its name. Its URL and keys stay inside. */
export interface Channel {
  readonly name: string;
  /** Letters a to z: `slack`, `webhook`. Accesses name it as `kind:name`. */
  readonly kind: string;
  readonly limits: {
    /** Characters, or bytes where the service counts those, of one part. */
    readonly text: number;
    /** Maximum files per message; 0 if none are supported. */
    readonly files: number;
    readonly fileBytes: number;
  };
  /** Throws `too_large` with the number, or `unsupported`. */
  prepare(message: Message): Prepared;
  /** Send once; a started send is not canceled. Never rejects. `key` is the same for the same logical message. */
  send(prepared: Prepared, io: { readonly key: string }): Promise<Receipt>;
}

/** A way to the web, shaped like the client of `@holdall/tools-web`. */
export interface MessageClient {
  request(
    url: string,
    request: {
      readonly method: "POST";
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
      readonly timeout: number;
      readonly maxBytes: number;
      readonly maxAge: number;
      readonly redirects: "none";
      readonly robots: false;
    },
  ): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
  }>;
}
