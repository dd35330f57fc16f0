/** What a model may know of a secret. */
export interface SecretInfo {
  readonly name: string;
  /** The hosts that get the value: `api.example.com`, `*.example.com`, each with an optional `:port`. */
  readonly hosts: readonly string[];
  /** The value may be put into the query of a URL, which servers and proxies tend to log. */
  readonly query: boolean;
  /** The MCP servers whose programs get the value in their environment. */
  readonly servers: readonly string[];
}

/** Where a value would go. */
export interface SecretPlace {
  /** As URLs spell it, without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port?: number | undefined;
  /** The connection is encrypted, and the host has proved its name. */
  readonly encrypted: boolean;
}

/** A value or a stand-in within a text. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** One use of a value. */
export interface SecretUse {
  readonly name: string;
  /** The host, or `MCP server NAME`, `signatures of CHANNEL`, or `command` with the hosts that its stand-in is good for. */
  readonly to: string;
}

/** The secrets that a user has configured. Values are read when they are needed, and stay out of the state of sessions. */
export interface Secrets {
  list(): readonly SecretInfo[];
  /** The files that have values, which programs must not read. */
  readonly files: readonly string[];
  /** The value now. Throws `not_found` with the names that exist, and `unavailable` for a source without a value. */
  read(name: string): string;
  /** Find values and their stand-ins in a text, in any encoding that the scrubber knows. */
  find(text: string): readonly FoundSecret[];
  /** A text that stands for a value where a process sees it. It is hidden in outputs as the value is. */
  addStandIn(name: string, standIn: string): void;
  /** Record that a value was handed out, for the audit log. */
  noteUse(use: SecretUse): void;
  /** The first listener also gets the uses before it. Returns a function that unsubscribes. */
  subscribe(listener: (use: SecretUse) => void): () => void;
}
