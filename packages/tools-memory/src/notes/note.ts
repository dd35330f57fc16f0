import { type Path, ToolError } from "@holdall/tool-core";

/** The origin of a note: a user, a model, or a model that had read text from others. With several writers, the least trusted applies. */
export type Trust = "user" | "model" | "untrusted";

/** The metadata of a note. */
export interface NoteFacts {
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly changed: string;
  /** The session of the last change. */
  readonly session: string;
  readonly trust: Trust;
}

export interface Note {
  /** Below `/memories`. */
  readonly path: Path;
  readonly text: string;
  /** Version of the file that holds it. */
  readonly version: string;
  /** Undefined for a file that something else has put there. */
  readonly facts: NoteFacts | undefined;
}

const order: readonly Trust[] = ["user", "model", "untrusted"];

/** The lower trust of two. */
export const minTrust = (a: Trust, b: Trust): Trust => (order.indexOf(a) > order.indexOf(b) ? a : b);

/** A note without a known author is untrusted. */
export const trustOf = ({ facts }: Pick<Note, "facts">): Trust => facts?.trust ?? "untrusted";

/** A note as a file: a line with its facts, then its text. */
export const encodeNote = ({ created, changed, session, trust }: NoteFacts, text: string): Uint8Array =>
  new TextEncoder().encode(`<!-- note ${JSON.stringify({ created, changed, session, trust })} -->\n${text}`);

const firstLine = /^<!-- note (\{.*\}) -->\r?\n/;

/** The content of a file. One without a valid line of metadata is all text. */
export function decodeNote(path: Path, bytes: Uint8Array, version: string): Note {
  let whole: string;
  try {
    whole = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ToolError("wrong_kind", `${path} is not text in UTF-8.`, {
      hint: "Leave it unchanged, and tell the user.",
      cause,
    });
  }
  const [line = "", json = ""] = firstLine.exec(whole) ?? [];
  const facts = readFacts(json);
  return { path, text: facts ? whole.slice(line.length) : whole, version, facts };
}

function readFacts(json: string): NoteFacts | undefined {
  try {
    const { created, changed, session, trust } = JSON.parse(json || "null") ?? {};
    const isWhole = [created, changed, session].every((value) => typeof value === "string") && order.includes(trust);
    return isWhole ? { created, changed, session, trust } : undefined;
  } catch {
    return undefined;
  }
}
