import type { ModelMessage } from "ai";
import { renderMarkdown } from "../../render/markdown/markdown.ts";
import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";
import { counted, oneLine, wrap } from "../../render/text.ts";

/** Lines of what was said last that are shown at most. */
const most = 12;

/** The end of a continued conversation: what the user said last, and the end of the answer. */
export function recapLines(messages: readonly ModelMessage[], title: string, screen: Screen): string[] {
  const { bold, cyan, dim } = styleFor(screen);
  const head = oneLine(`  Continuing: ${title} (${counted(messages.length, "message")})`, screen.width);
  const said = messages.map(saidIn).findLast((text) => text !== "");
  const answer = messages.map(answerIn).findLast((text) => text !== "") ?? "";
  const lines = renderMarkdown(answer, { ...screen, width: screen.width - 4 });
  const [you, bar] = screen.spoken ? ["You: ", ""] : ["› ", `${cyan("▍")} `];
  return [
    head,
    ...(said === undefined ? [] : ["", ...wrap(`${you}${said}`, screen.width).slice(0, most).map(bold)]),
    ...(answer === "" ? [] : [screen.spoken ? "The model:" : ""]),
    ...(lines.length > most ? [dim(`  … ${counted(lines.length - most, "line")} before`)] : []),
    ...(answer === "" ? [] : lines.slice(-most).map((line) => `${bar}${line}`.trimEnd())),
  ];
}

/** What the user typed, without what the program gave along. */
function saidIn({ role, providerOptions }: ModelMessage): string {
  const { said } = Object(providerOptions?.holdall) as { readonly said?: unknown };
  return role === "user" && typeof said === "string" ? said : "";
}

function answerIn({ role, content }: ModelMessage): string {
  if (role !== "assistant") return "";
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n\n");
}
