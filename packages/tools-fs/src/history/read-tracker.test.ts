import { type Path, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { changedLines, noteChange, wasSeen } from "./freshness.ts";
import { hashLines, knowsVersion, type ReadTracker, readTracker } from "./read-tracker.ts";

const path = toPath("/f");
const whole = (text: string): ReadTracker => {
  const tracker = readTracker.create();
  tracker.saw(path, "1", { text, firstLine: 1 }, true);
  return tracker;
};
const splice = (text: string, part: string, fresh: string) => {
  const start = text.indexOf(part);
  return [{ start, end: start + part.length, text: fresh }];
};

test("line hashes do not depend on the line ending or a final newline", () => {
  expect(hashLines("a\r\nb\n\nc")).toEqual(hashLines("a\nb\r\n\r\nc\n"));
  expect(hashLines("a\nb")).not.toEqual(hashLines("ab"));
  expect(hashLines("")).toEqual([]);
});

test("earlier versions are remembered, not without end, through moves and snapshots", () => {
  const tracker = readTracker.create();
  for (let i = 0; i < 40; i++) tracker.saw(path, `v${i}`);
  tracker.wrote(path, "mine");
  tracker.moved(path, toPath("/g"), new Map([[path, "moved"]]));
  const restored = readTracker.restore?.(JSON.parse(JSON.stringify(readTracker.snapshot?.(tracker))));
  const seen = restored?.get(toPath("/g"));
  expect(["moved", "mine", "v39", "v0", "other"].map((version) => knowsVersion(seen, version))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(seen?.earlier.length).toBe(16);
});

describe("what was seen", () => {
  test("a window knows its lines and no others", () => {
    const text = "a\nb\nc\nd\n";
    const tracker = readTracker.create();
    tracker.saw(path, "1", { text: "b\nc\n", firstLine: 2 });
    const seen = tracker.get(path)!;
    expect([
      seen.whole,
      wasSeen(text, splice(text, "b\nc", ""), seen),
      wasSeen(text, splice(text, "c\nd", ""), seen),
    ]).toEqual([false, true, false]);
  });

  test("windows of one version add up, a new version starts anew", () => {
    const tracker = readTracker.create();
    tracker.saw(path, "1", { text: "a\n", firstLine: 1 });
    tracker.saw(path, "1", { text: "b\n", firstLine: 2 });
    expect(tracker.get(path)?.windows.length).toBe(2);
    tracker.saw(path, "2", { text: "c\n", firstLine: 1 });
    expect(tracker.get(path)?.windows.length).toBe(1);
  });

  test("an own change shows its lines, keeps those around it, and moves those below", () => {
    const text = "a\nb\nc\nd\n";
    const tracker = whole(text);
    const after = "a\nx\ny\nz\nc\nd\n";
    noteChange(tracker, path, {
      from: "1",
      to: "2",
      before: text,
      splices: splice(text, "b", "x\ny\nz"),
    });
    expect(tracker.get(path)?.windows).toEqual([{ firstLine: 1, hashes: hashLines(after) }]);
    expect(changedLines(after.replace("c", "C"), tracker.get(path)!)).toEqual([[5, 5]]);
  });

  test("changed lines are told in ranges", () => {
    const { windows, ...rest } = whole("a\nb\nc\nd\ne\n").get(path)!;
    expect(changedLines("a\nB\nC\nd\nE\n", { ...rest, windows })).toEqual([
      [2, 3],
      [5, 5],
    ]);
    expect(changedLines("a\nb\ne\n", { ...rest, windows })).toEqual([]);
    expect(changedLines("a\n", { ...rest, windows: [] })).toBeUndefined();
  });

  test("moves with its file and its folder", () => {
    const tracker = readTracker.create();
    tracker.saw(toPath("/d/a"), "1");
    tracker.saw(toPath("/dd"), "1");
    tracker.moved(toPath("/d"), toPath("/e"));
    expect([
      tracker.get(toPath("/e/a"))?.version,
      tracker.get(toPath("/d/a")),
      tracker.get(toPath("/dd"))?.version,
    ]).toEqual(["1", undefined, "1"]);
  });

  test("a snapshot restores to the same", () => {
    const tracker = whole("a\nb\n");
    const restored = readTracker.restore!(JSON.parse(JSON.stringify(readTracker.snapshot!(tracker))));
    expect(restored.get(path)).toEqual(tracker.get(path));
  });

  test("memory is bounded: old files lose their lines first, then are forgotten", () => {
    const tracker = readTracker.create();
    const long = "line\n".repeat(20_000);
    for (let i = 0; i < 600; i++) tracker.saw(`/f${i}` as Path, "1", { text: long, firstLine: 1 }, true);
    expect(tracker.get("/f0" as Path)).toBeUndefined();
    expect(tracker.get("/f200" as Path)?.windows).toEqual([]);
    expect(tracker.get("/f599" as Path)?.windows[0]?.hashes.length).toBe(20_000);
    expect(JSON.stringify(readTracker.snapshot!(tracker)).length).toBeLessThan(2_000_000);
  });
});
