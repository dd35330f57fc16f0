/** A key, or a text that was pasted: `name` is `paste` then. */
export interface Key {
  readonly name: string;
  /** What it types; absent for keys that type nothing. */
  readonly text?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly shift?: boolean;
}

const esc = "\x1b";
const pasteStart = "\x1b[200~";
const pasteEnd = "\x1b[201~";

/** Turns what a terminal in raw mode sends into keys. Sequences and pastes that are cut between two chunks are put together. */
export function createKeyDecoder(): (chunk: string) => Key[] {
  let rest = "";
  let pasted: string | undefined;
  return (chunk) => {
    const keys: Key[] = [];
    let text = rest + chunk;
    rest = "";
    while (text !== "") {
      if (pasted !== undefined) {
        const end = text.indexOf(pasteEnd);
        const kept = end === -1 ? text.length - openLength(text, pasteEnd) : end;
        pasted += text.slice(0, kept);
        if (end === -1) {
          rest = text.slice(kept);
          break;
        }
        keys.push({ name: "paste", text: lines(pasted) });
        pasted = undefined;
        text = text.slice(end + pasteEnd.length);
      } else if (text.startsWith(pasteStart)) {
        pasted = "";
        text = text.slice(pasteStart.length);
      } else if (isUnmarkedPaste(text)) {
        const isEntered = text.endsWith("\r");
        keys.push({ name: "paste", text: lines(isEntered ? text.slice(0, -1) : text) });
        if (isEntered) keys.push({ name: "return" });
        break;
      } else if (text[0] === esc && /^\[[\d;]{0,20}$/.test(text.slice(1))) {
        rest = text;
        break;
      } else {
        const { key, length } = first(text);
        if (key) keys.push(key);
        text = text.slice(length);
      }
    }
    return keys;
  };
}

/** Several lines at once were not typed: a terminal that does not mark what is pasted. */
const isUnmarkedPaste = (text: string): boolean => !text.includes("\x1b") && /[\r\n][^\r\n]/.test(text);

const lines = (text: string): string => text.replace(/\r\n?/g, "\n");

/** How much of a text's end may be the begin of a mark. */
function openLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}

const letters: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  Z: "tab",
};
const numbers: Readonly<Record<string, string>> = {
  1: "home",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
};

/** The key at the start of a text, and how many characters it takes. An unknown sequence is not a key. */
function first(text: string): { readonly key: Key | undefined; readonly length: number } {
  if (text[0] === esc) {
    const [whole = "", values = "", end = ""] = /^(?:\[([\d;?<>=]*)|O)([@-~])/.exec(text.slice(1)) ?? [];
    if (whole !== "") return { key: sequence(values, end), length: whole.length + 1 };
    if (text.length === 1 || text[1] === esc) return { key: { name: "escape" }, length: 1 };
    const { key, length } = first(text.slice(1));
    return { key: key && { ...key, meta: true }, length: length + 1 };
  }
  const char = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return { key: keyOf(char), length: char.length };
}

function sequence(values: string, end: string): Key | undefined {
  const [number = "", modifiers = "1"] = values.split(";");
  const name = end === "~" ? numbers[number] : letters[end];
  const bits = Number(modifiers) - 1;
  const held = { shift: (bits & 1) > 0 || end === "Z", meta: (bits & 2) > 0, ctrl: (bits & 4) > 0 };
  return name === undefined ? undefined : { name, ...held };
}

function keyOf(char: string): Key {
  if (char === "\r") return { name: "return" };
  if (char === "\n") return { name: "enter", ctrl: true };
  if (char === "\t") return { name: "tab" };
  if (char === "\x7f" || char === "\b") return { name: "backspace" };
  if (char < " ") return { name: String.fromCharCode(char.charCodeAt(0) + 0x60), ctrl: true };
  return { name: char === " " ? "space" : char.toLowerCase(), text: char, shift: char !== char.toLowerCase() };
}
