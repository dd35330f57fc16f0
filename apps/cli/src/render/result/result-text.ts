import type { ContentPart, ToolResult } from "@holdall/tool-core";
import { characterName, replaceUnseen } from "@holdall/tool-kit/text";

/** A result as a model reads it, for a terminal: what is not seen there is named, and a file is described. */
export const resultText = ({ content }: ToolResult): string => content.map(partText).join("\n");

function partText(part: ContentPart): string {
  if (part.type === "text") return shown(part.text);
  const { mediaType, name, data } = part;
  const what = data instanceof URL ? data.href : `${data.byteLength} bytes`;
  return shown(`[${[name, mediaType, what].filter(Boolean).join(", ")}; --json has its content]`);
}

/** Controls but tabs and line breaks would act on the terminal. */
const shown = (text: string): string =>
  replaceUnseen(
    text.replace(/\r\n/g, "\n").replace(/[^\P{Cc}\t\n]/gu, (char) => characterName(char)),
    (run) => [...run].map(characterName).join(""),
  );
