import type { ApprovalRequest } from "@holdall/tool-core";
import { neutralText } from "@holdall/tool-kit/text";

/** The possible answers of a user. Dismissing the form is a denial, too. */
export type Decision = "allow once" | "allow for this session" | "deny";

const decisions: readonly Decision[] = ["deny", "allow once", "allow for this session"];

/**
 * A form that every client which can ask anything can show. A denial is preselected: accepting it unread allows
 * nothing.
 */
export const approvalForm = {
  type: "object",
  properties: {
    decision: { type: "string", title: "Decision", enum: [...decisions], default: "deny" },
  },
  required: ["decision"],
} as const;

/** Characters of one text that are shown to the user where it is content and nothing that runs. */
const longest = 2000;

/** What the user is asked: the reason, every access with its folder, and the whole input; nothing in it can hide or reorder the rest. */
export function approvalMessage({ tool, prompt, access, input, preview }: ApprovalRequest): string {
  const runs = access.length === 0 || access.some(({ action }) => action === "execute");
  const places = access.map(({ action, target, cwd }) => {
    const folder = cwd === undefined ? "" : `\n  in ${oneLine(cwd)}`;
    return `- ${action} ${oneLine(target)}${folder}`;
  });
  const { diff } = Object(preview) as { readonly diff?: unknown };
  // The change itself, as a dry run has made it, says more than the texts that make it.
  const shown =
    !runs && typeof diff === "string" && diff !== "" ? { ...switchesOf(input), change: `\n${diff}` } : input;
  return [neutralText(prompt).replaceAll("\n", "\n  "), `Tool: ${tool}`, ...places, ...describe(shown, !runs)].join(
    "\n",
  );
}

const switchesOf = (input: unknown) =>
  Object.fromEntries(Object.entries(Object(input)).filter(([, value]) => typeof value === "boolean"));

function describe(input: unknown, shortens: boolean): string[] {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === undefined) return `${name}:`;
    const rest = shortens ? text.length - longest : 0;
    const shown = neutralText(rest > 0 ? text.slice(0, longest) : text).replaceAll("\n", "\n  ");
    return `${oneLine(name)}: ${shown}${rest > 0 ? `\n  (${rest} more characters)` : ""}`;
  });
}

const oneLine = (text: string) => neutralText(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** A client's answer to the form. Anything it does not clearly allow is denied. */
export function readDecision(answer: unknown): Decision {
  const { action, content } = Object(answer) as { action?: unknown; content?: unknown };
  if (action !== "accept") return "deny";
  const { decision } = Object(content) as { decision?: unknown };
  return decisions.find((one) => one === decision) ?? "deny";
}
