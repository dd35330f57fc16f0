import type { InTurn } from "@holdall/chat";
import type { Answer, Ask, Question } from "@holdall/mcp/client";
import { visible } from "../../approval/visible.ts";
import { interrupted, type Terminal } from "../screen/terminal.ts";
import type { Transcript } from "../screen/transcript.ts";

interface Asking {
  readonly terminal: Pick<Terminal, "read">;
  readonly transcript: Pick<Transcript, "hold">;
  /** Runs one question at a time. */
  readonly inTurn: InTurn;
}

type Value = string | number | boolean | string[];
interface Field {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly default?: unknown;
  readonly enum?: unknown;
}

/** Ask an MCP server's question at the terminal: an approval for a page, every field of a form separately. */
export function askForServer({ terminal, transcript, inTurn }: Asking): Ask {
  const ask = async ({ server, message, url, form }: Question, signal: AbortSignal): Promise<Answer> => {
    using screen = transcript.hold();
    const read = async (prompt: string) => {
      const typed = await terminal.read(prompt, signal);
      return typeof typed === "string" ? typed.trim() : interrupted;
    };
    screen.lines([
      "",
      `The MCP server ${visible(server)} asks`,
      ...message.split("\n").map((line) => `  ${visible(line)}`),
    ]);
    if (!form) {
      if (url === undefined) return { action: "decline" };
      screen.lines([`  at ${visible(url)}`, "Open that page yourself, then answer yes."]);
      const typed = await read("Done? [y/N] ");
      return { action: typeof typed === "string" && /^y(es)?$/i.test(typed) ? "accept" : "decline" };
    }
    screen.lines(["Enter keeps a field as it is. A single . declines and sends nothing."]);
    const content: Record<string, Value> = {};
    for (const [name, field] of Object.entries(form.properties)) {
      for (;;) {
        const typed = await read(`  ${promptOf(name, field)}: `);
        if (typed === interrupted) return { action: "cancel" };
        if (typed === ".") return { action: "decline" };
        const value = typed === "" ? (field.default as Value | undefined) : valueFrom(typed, field);
        if (value !== undefined) content[name] = value;
        if (value !== undefined || (typed === "" && !form.required?.includes(name))) break;
        screen.lines([typed === "" ? "  This field is required." : "  That is not a valid answer."]);
      }
    }
    return { action: "accept", content };
  };

  return (question, signal) => inTurn(() => ask(question, signal));
}

function promptOf(name: string, { title, description, enum: choices, type, default: preset }: Field): string {
  const label = typeof title === "string" ? title : name;
  const kind = Array.isArray(choices) ? choices.join(" | ") : type === "boolean" ? "yes | no" : "";
  const notes = [description, kind, preset === undefined ? "" : `${preset} if empty`].filter(
    (note): note is string => typeof note === "string" && note !== "",
  );
  return visible(notes.length > 0 ? `${label} (${notes.join("; ")})` : label);
}

/** What was typed as a value of the field; undefined for what it cannot be. */
function valueFrom(typed: string, { type, enum: choices }: Field): Value | undefined {
  if (type === "array") return typed.split(",").map((part) => part.trim());
  if (type === "boolean")
    return /^(y|yes|true)$/i.test(typed) ? true : /^(n|no|false)$/i.test(typed) ? false : undefined;
  if (type === "number" || type === "integer") {
    const number = Number(typed);
    return Number.isFinite(number) && (type === "number" || Number.isInteger(number)) ? number : undefined;
  }
  return Array.isArray(choices) && !choices.includes(typed) ? undefined : typed;
}
