import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { columns } from "../render/text.ts";
import { type Choice, type ChoiceEnd, type ChoiceState, pressKey, startOf } from "./choice.ts";
import { choiceLines } from "./choice-lines.ts";
import { createKeyDecoder } from "./decode-keys.ts";
import { createLiveArea } from "./live-area.ts";
import { createPastes } from "./pastes.ts";
import { createTypeAhead } from "./type-ahead.ts";

const decodeAll = (...chunks: string[]) => chunks.flatMap(createKeyDecoder());

describe("keys", () => {
  test.each([
    ["a", ["a"]],
    ["宽😀", ["宽", "😀"]],
    ["\r", ["return"]],
    ["\x1b", ["escape"]],
    ["\x1b\x1b", ["escape", "escape"]],
    ["\x1b[A\x1bOB\x1b[Z", ["up", "down", "shift tab"]],
    ["\x1b[1;5C\x1b[3~", ["ctrl right", "delete"]],
    ["\x03\x1bb\x1b\r", ["ctrl c", "meta b", "meta return"]],
    ["\x1b[200~a\r\nb\x1b[201~c", ["paste a\nb", "c"]],
    ["one\rtwo\r", ["paste one\ntwo", "return"]],
    ["\x1b[<0;1;1M\x1b[?1;2c", []],
  ])("%j", (chunk, expected) => {
    const keys = decodeAll(chunk).map(({ name, text, ctrl, meta, shift }) =>
      [ctrl && "ctrl", meta && "meta", shift && "shift", name, name === "paste" && text].filter(Boolean).join(" "),
    );
    expect(keys).toEqual(expected);
  });

  test("a sequence and a paste that are cut anywhere are the same", () => {
    const text = "\x1b[200~one\x1b[A\rtwo\x1b[201~\x1b[1;2D";
    const whole = decodeAll(text);
    // A lone escape is a key: only behind it may a sequence be cut.
    for (let at = 2; at < text.length; at++)
      if (text[at - 1] !== "\x1b") expect(decodeAll(text.slice(0, at), text.slice(at))).toEqual(whole);
  });
});

/** What comes of keys: the end, or the state. */
function press(choice: Choice, ...chunks: string[]): ChoiceState | ChoiceEnd {
  let state: ChoiceState | ChoiceEnd = startOf(choice);
  for (const key of decodeAll(...chunks)) if (!("end" in state)) state = pressKey(choice, state, key);
  return state;
}

const items = [
  { label: "Yes", key: "y" },
  { label: "No", key: "n" },
  { label: "Other:", isText: true },
];
const chosen = (items: number[], text = "") => ({ end: "chosen", items, text });

describe("a choice", () => {
  test.each([
    ["Enter takes the marked one", ["\r"], chosen([0])],
    ["arrows, j and k move, around the end, too", ["\x1b[B", "k", "k", "\x1b[B", "j", "\r"], chosen([1])],
    ["a number moves, and Enter confirms", ["2", "\r"], chosen([1])],
    ["a letter moves", ["n", "\r"], chosen([1])],
    ["a text is typed, corrected and taken", ["3", "jx", "\x7f", " 2", "\r"], chosen([2], "j 2")],
    ["an empty text is none", ["3", "\r", "\x1b[A", "\r"], chosen([1])],
    ["Esc cancels", ["\x1b"], { end: "cancelled" }],
    ["Ctrl-C interrupts", ["\x03"], { end: "interrupted" }],
    ["who writes a sentence has chosen nothing of it", ["yes, but later", "\r"], chosen([2], "yes, but later")],
    ["who writes a sentence over a no has not said yes", ["no way", "\r"], chosen([2], "no way")],
    ["what is pasted chooses nothing", ["\x1b[200~y\r\x1b[201~"], { at: 0 }],
    ["what is pasted without marks chooses nothing", ["y\rn"], { at: 0 }],
    ["what is pasted into a text is one line", ["3", "\x1b[200~a\nb\x1b[201~", "\r"], chosen([2], "a b")],
  ])("%s", (_, chunks, expected) => expect(press({ items }, ...chunks)).toMatchObject(expected));

  test.each([
    ["Space chooses, and takes back", [" ", "2", " ", "1", " ", "\r"], chosen([1])],
    ["with none chosen, the marked one", ["2", "\r"], chosen([1])],
    ["a text counts as chosen", ["1", " ", "3", "also", "\r"], chosen([0, 2], "also")],
    ["one that stands alone leaves the others", [" ", "\x1b[A", " ", "\r"], chosen([3])],
  ])("of several: %s", (_, chunks, expected) => {
    const several = { items: [...items, { label: "Skip", isAlone: true }], multiple: true };
    expect(press(several, ...chunks)).toMatchObject(expected);
  });

  test("attack: nothing in its texts draws, looks like an item, or is wider than the screen", () => {
    const evil = "Ok?\n❯ 1. Yes\u001b[2J\u202e\r\n  2. No";
    const choice = {
      title: [evil],
      quote: evil,
      items: [{ label: `a${evil}`, detail: evil }, { label: "宽".repeat(30) }],
    };
    for (const width of [20, 80]) {
      const lines = choiceLines(choice, startOf(choice), { screen: { width, colour: false }, rows: 50 });
      const text = lines.join("\n");
      expect(text).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u);
      // One mark of ours; quoted text follows a bar.
      expect(lines.filter((line) => line.startsWith("❯"))).toEqual([expect.stringContaining("1. aOk?")]);
      for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
    }
  });

  test("shows the items around the marked one where not all have room, and how many there are beside them", () => {
    const choice = { items: Array.from({ length: 30 }, (_, at) => ({ label: `item ${at}` })) };
    for (const at of [0, 1, 15, 29]) {
      const lines = choiceLines(choice, { ...startOf(choice), at }, { screen: { width: 30, colour: false }, rows: 10 });
      expect(lines.length).toBeLessThanOrEqual(10);
      expect(lines.join("\n")).toContain(`item ${at}`);
      const hidden = lines.flatMap((line) => Number(/[↑↓] (\d+) more/.exec(line)?.[1] ?? 0)).reduce((a, b) => a + b, 0);
      expect(lines.filter((line) => line.includes("item")).length + hidden).toBe(30);
    }
  });

  test("a question that is taller than the screen leaves room for its items, and says what is missing", () => {
    const choice = { quote: "many words ".repeat(100), items };
    const lines = choiceLines(choice, startOf(choice), { screen: { width: 20, colour: false }, rows: 20 });
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines.join("\n")).toMatch(/… \d+ more lines[\s\S]*❯ 1\. Yes/);
  });
});

describe("what is typed while the model works", () => {
  const open = () => {
    const pastes = createPastes();
    let time = 0;
    const typeAhead = createTypeAhead(pastes, () => time);
    return {
      typeAhead,
      type: (...chunks: string[]) => decodeAll(...chunks).forEach(typeAhead.key),
      wait: () => (time += 1000),
    };
  };

  test("is queued, shown, taken back with the up key, and taken in order", () => {
    const { typeAhead, type } = open();
    type("one", "\r", "two\u001b[2J", "\r", "th", "\x7f", "ree");
    expect(typeAhead.lines(40)).toEqual(["  queued: one", "  queued: two", "› tree"]);
    expect(typeAhead.take()).toBe("one");
    type("\x15", "\x1b[A");
    expect([typeAhead.take(), typeAhead.takeDraft()]).toEqual([undefined, "two"]);
  });

  test("is a draft where the turn did not come to its end", () => {
    const { typeAhead, type } = open();
    type("one", "\r", "tw");
    typeAhead.unqueue();
    expect([typeAhead.take(), typeAhead.takeDraft(), typeAhead.takeDraft()]).toEqual([undefined, "one tw", ""]);
  });

  test("stands as a mark where several lines are pasted, and is whole when it is sent", () => {
    const { typeAhead, type } = open();
    type("see ", "\x1b[200~a\nb\n\x1b[201~", "\r");
    expect(typeAhead.lines(60)).toEqual(["  queued: see [pasted text 1: 2 lines]"]);
    expect(typeAhead.take()).toBe("see a\nb\n");
  });

  test("keeps a question back until nothing has been typed for a moment", async () => {
    const { typeAhead, type, wait } = open();
    await typeAhead.whenQuiet(new AbortController().signal);
    type("a");
    const cancel = new AbortController();
    cancel.abort(new Error("stopped"));
    await expect(typeAhead.whenQuiet(cancel.signal)).rejects.toThrow("stopped");
    wait();
    await typeAhead.whenQuiet(new AbortController().signal);
  });
});

test("what is drawn over is cleared also where a narrower terminal has broken its lines", () => {
  let [written, width] = ["", 40];
  const area = createLiveArea({ columns: () => width, write: (text) => (written += text) });
  area.draw(["x".repeat(30), "\u001b[1my\u001b[22m"]);
  width = 10;
  written = "";
  area.draw(["z"]);
  expect(written).toBe("\r\x1b[3A\x1b[Jz");
  expect(stripVTControlCharacters(written)).toBe("\rz");
});
