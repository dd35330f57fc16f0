import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { Complete } from "../chat/screen/complete-line.ts";
import type { Output } from "../io.ts";
import type { Key } from "./decode-keys.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Pastes } from "./pastes.ts";

/** What helps the user to type. */
export interface Typing {
  /** What was typed before, the last first. */
  readonly history: () => string[];
  /** What Tab offers. */
  readonly complete: Complete;
  /** What Esc pressed twice means on an empty line. */
  readonly escape?: string | undefined;
}

interface Editing {
  readonly prompt: string;
  /** What the line begins with. */
  readonly draft: string;
  readonly typing: Typing | undefined;
  readonly keyboard: Keyboard;
  readonly pastes: Pastes;
  readonly output: Output;
  readonly signal: AbortSignal | undefined;
}

/** How a line has ended: entered, at the end of the input (Ctrl-D), or by Ctrl-C on an empty one. */
export type Edited =
  | { readonly end: "line"; readonly line: string }
  | { readonly end: "closed" }
  | { readonly end: "interrupted" };

/** Lets the user edit one line, by Node's own line editor: it gets keys, and none of what was pasted can enter a line. */
export function editLine({ prompt, draft, typing, keyboard, pastes, output, signal }: Editing): Promise<Edited> {
  return new Promise((resolve, reject) => {
    const reader = createInterface({
      input: new PassThrough(), // its keys come from the keyboard
      output,
      terminal: true,
      history: typing?.history() ?? [],
      historySize: 200,
      ...(typing && {
        completer: (line: string, give: (error: null, found: [string[], string]) => void) =>
          void typing.complete(line).then(
            (found) => give(null, found),
            () => give(null, [[], line]),
          ),
      }),
    });
    let ended: Edited = { end: "closed" };
    let escaped = false;
    const give = (how: Edited) => {
      ended = how;
      reader.close();
    };
    const stop = () => {
      reject(signal?.reason);
      reader.close();
    };
    const clear = () => {
      reader.write(null, { ctrl: true, name: "e" });
      reader.write(null, { ctrl: true, name: "u" });
    };
    const hear = (key: Key) => {
      const isSecond = escaped && key.name === "escape";
      escaped = key.name === "escape" && !isSecond;
      if (key.name === "escape") {
        if (isSecond && reader.line !== "") clear();
        else if (isSecond && typing?.escape !== undefined) give({ end: "line", line: typing.escape });
      } else if (key.ctrl && key.name === "c") {
        if (reader.line !== "") clear();
        else give({ end: "interrupted" });
      } else if (key.name === "paste") reader.write(pastes.mark(key.text ?? ""));
      // Where a line cannot hold a line break, a backslash continues the message.
      else if ((key.meta && key.name === "return") || key.name === "enter") {
        reader.write(null, { ctrl: true, name: "e" });
        reader.write("\\");
        reader.write(null, { name: "return" });
      } else reader.write(key.text ?? "", { ...key, sequence: key.text ?? "" });
    };
    const heard = keyboard.listen({
      key: hear,
      redraw: (why) => {
        if (why === "resume") reader.prompt(true); // it is notified of a new size itself
      },
    });
    signal?.addEventListener("abort", stop, { once: true });
    reader.on("line", (line) => give({ end: "line", line: pastes.expand(line) }));
    reader.on("close", () => {
      heard[Symbol.dispose]();
      signal?.removeEventListener("abort", stop);
      if (ended.end !== "line") output.write("\n");
      resolve(ended);
    });
    reader.setPrompt(prompt);
    reader.prompt();
    if (draft !== "") reader.write(draft);
  });
}
