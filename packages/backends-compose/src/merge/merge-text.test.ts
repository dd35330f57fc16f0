import { expect, test } from "vitest";
import { bytes } from "../_fixtures.fixture.ts";
import { mergeText } from "./merge-text.ts";

const merge = (base: string, current: string, incoming: string) =>
  mergeText({ base: bytes(base), current: bytes(current), incoming: bytes(incoming) });
const text = (merged: ReturnType<typeof mergeText>) =>
  merged.kind === "merged" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(merged.bytes) : merged.kind;

test("changes of different lines are merged, the same change counts once, and an unended last line stays so", () => {
  expect(text(merge("1\n2\n3\n4\n5", "1\nTWO\n3\n4\n5", "1\n2\n3\n4\nFIVE"))).toBe("1\nTWO\n3\n4\nFIVE");
  expect(text(merge("a\nb\n", "a\nx\n", "a\nx\n"))).toBe("a\nx\n");
  expect(text(merge("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n"))).toBe("b\nc\nd\n");
});

test("a conflict names the lines of all three versions, and each side of it keeps the other changes", () => {
  const merged = merge("top\nmiddle\nend\nx\nlast\n", "new\ntop\nmine\nend\nx\nlast\n", "top\nyours\nend\nx\nLAST\n");
  if (merged.kind !== "conflict") throw new Error(merged.kind);
  expect(merged.conflicts).toEqual([
    { line: { base: 2, current: 3, incoming: 2 }, base: "middle\n", current: "mine\n", incoming: "yours\n" },
  ]);
  const shown = (choice: "current" | "incoming" | "both") => new TextDecoder().decode(merged.resolve(choice));
  expect(shown("current")).toBe("new\ntop\nmine\nend\nx\nLAST\n");
  expect(shown("incoming")).toBe("new\ntop\nyours\nend\nx\nLAST\n");
  expect(shown("both")).toBe("new\ntop\nmine\nyours\nend\nx\nLAST\n");
});

test("both sides of an unended last line are two lines", () => {
  const merged = merge("a", "b", "c");
  expect(merged.kind === "conflict" && new TextDecoder().decode(merged.resolve("both"))).toBe("b\nc");
});

test("both sides of an unended last line are apart by the line end of the file", () => {
  const both = (...versions: Parameters<typeof merge>) => {
    const merged = merge(...versions);
    return merged.kind === "conflict" && new TextDecoder().decode(merged.resolve("both"));
  };
  expect(both("k\r\nb\r\n", "k\r\nY", "k\r\nX")).toBe("k\r\nY\r\nX");
  expect(both("b\r\n", "Y", "X")).toBe("Y\r\nX");
  expect(both("k\nb", "k\nY", "k\r\nX")).toBe("k\r\nY\r\nX");
  expect(both("k\r\nl\nb", "k\r\nl\nY", "k\r\nl\nX")).toBe("k\r\nl\nY\nX");
});

test("line ends and byte order marks are kept, and merged as changes of their own", () => {
  expect(text(merge("1\r\n2\r\n3\r\n", "one\r\n2\r\n3\r\n", "1\r\n2\r\nthree\r\n"))).toBe("one\r\n2\r\nthree\r\n");
  expect(text(merge("1\n2\n3\n", "1\r\n2\r\n3\r\n", "1\n2\nthree\n"))).toBe("1\r\n2\r\nthree\r\n");
  expect(text(merge("1\n2\n3\n", "1\n2\nthree\n", "\ufeff1\n2\n3\n"))).toBe("\ufeff1\n2\nthree\n");
  expect(text(merge("1\r\n2\n3\n4\n", "1\r\n2\n3\nfour\n", "one\r\n2\n3\n4\n"))).toBe("one\r\n2\n3\nfour\n");
});

test("every byte of a Latin-1 file is kept, and UTF-16 is merged by its characters", () => {
  const latin = (...codes: number[]) => Uint8Array.from([0xe9, 10, ...codes, 10, 0xff, 10, 0x80, 10]);
  const merged = mergeText({ base: latin(1), current: latin(2), incoming: Uint8Array.from([...latin(1), 0xfe]) });
  expect(merged).toEqual({ kind: "merged", bytes: Uint8Array.from([...latin(2), 0xfe]) });
  // U+0A0A has the byte of a line feed twice.
  const wide = (line: string) =>
    new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(line, (c) => c.charCodeAt(0)).buffer)]);
  const three = {
    base: wide("\u0a0a\n2\n3\n"),
    current: wide("\u0a0aX\n2\n3\n"),
    incoming: wide("\u0a0a\n2\n\u0a0b\n"),
  };
  expect(mergeText(three)).toEqual({ kind: "merged", bytes: wide("\u0a0aX\n2\n\u0a0b\n") });
});

test("a file with a NUL is binary, and so is one whose encoding a side has changed", () => {
  expect(merge("a\0", "b", "c").kind).toBe("binary");
  expect(
    mergeText({ base: bytes("a"), current: Uint8Array.from([0xff, 0xfe, 97, 0]), incoming: bytes("b") }).kind,
  ).toBe("binary");
});

test("two new files merge only where they are equal", () => {
  const both = (current: string, incoming: string) =>
    mergeText({ base: undefined, current: bytes(current), incoming: bytes(incoming) });
  expect(text(both("a\n", "a\n"))).toBe("a\n");
  expect(both("a\nb\n", "a\nc\n")).toMatchObject({
    kind: "conflict",
    conflicts: [{ current: "b\n", incoming: "c\n" }],
  });
});

test("a long file of repeated lines is merged at once", () => {
  const lines = Array.from({ length: 30_000 }, (_, index) =>
    index % 100 === 0 ? `unique ${index}` : ["}", "", "{"][index % 3],
  );
  const change = (at: number) => lines.map((line, index) => (index === at ? "changed" : line)).join("\n");
  const started = process.cpuUsage();
  const merged = merge(lines.join("\n"), change(10), change(29_990));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000); // of this process, whatever else runs
  expect(text(merged)).toBe(
    lines.map((line, index) => (index === 10 || index === 29_990 ? "changed" : line)).join("\n"),
  );
});

/** A file of 80,000 lines, all different, with some of them changed or, where there is no text, removed. */
const longFile = (changed: Record<number, string | undefined> = {}) =>
  Array.from({ length: 80_000 }, (_, index) => (index in changed ? changed[index] : `line ${index}`))
    .filter((line) => line !== undefined)
    .join("\n");

test("changes at both ends of a long file are merged at once, and conflict only where they touch", () => {
  const started = process.cpuUsage();
  expect(text(merge(longFile(), longFile({ 0: "one", 79999: "end" }), longFile({ 2: "two", 79997: "new\nnew" })))).toBe(
    longFile({ 0: "one", 2: "two", 79997: "new\nnew", 79999: "end" }),
  );
  const edges = merge(
    longFile(),
    longFile({ 0: "one", 40000: "mine", 40001: undefined }),
    longFile({ 40002: "yours", 79999: "end" }),
  );
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000); // of this process, whatever else runs
  expect(edges).toMatchObject({
    kind: "conflict",
    conflicts: [
      {
        line: { base: 40_001, current: 40_001, incoming: 40_001 },
        base: "line 40000\nline 40001\nline 40002\n",
        current: "mine\nline 40002\n",
        incoming: "line 40000\nline 40001\nyours\n",
      },
    ],
  });
});

test("changes of every tenth line of a long file are merged at once", () => {
  const changed = (from: number, text: string) =>
    Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [index * 10 + from, `${text} ${index}`]));
  const started = process.cpuUsage();
  const merged = merge(longFile(), longFile(changed(0, "mine")), longFile(changed(5, "yours")));
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(8_000);
  expect(text(merged)).toBe(longFile({ ...changed(0, "mine"), ...changed(5, "yours") }));
});

test("a file that is too large to compare by lines is taken from one side only", () => {
  const large = new Uint8Array(32 * 1024 * 1024 + 1).fill(97);
  expect(mergeText({ base: bytes("a"), current: large, incoming: bytes("b") }).kind).toBe("binary");
});
