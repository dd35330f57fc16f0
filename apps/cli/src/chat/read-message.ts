import type { Typing } from "../terminal/edit-line.ts";
import { interrupted, type Terminal } from "./screen/terminal.ts";

const fence = '"""';

/** One message: lines that end in a backslash continue, and so does text between triple quotes. */
export async function readMessage(
  terminal: Terminal,
  prompt: string,
  typing?: Typing,
): Promise<string | undefined | typeof interrupted> {
  const first = await terminal.read(prompt, undefined, typing);
  if (typeof first !== "string") return first;
  const isFenced = first.trimStart().startsWith(fence);
  let text = isFenced ? first.trimStart().slice(fence.length) : first;
  const goesOn = () => (isFenced ? !text.trimEnd().endsWith(fence) : text.endsWith("\\"));
  while (goesOn()) {
    const line = await terminal.read("… ");
    if (line === interrupted) return line;
    if (line === undefined) break;
    text = `${isFenced ? text : text.slice(0, -1)}\n${line}`;
  }
  return isFenced ? text.replace(/^\n/, "").replace(/\s*"""\s*$/, "") : text;
}
