import { memoryBackend } from "@holdall/backends-memory";
import { coding } from "@holdall/presets/coding";
import { openSession } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { mentionsIn, readMentions } from "./mentions.ts";

const files = { "/src/a.ts": "const a = 1;\n", "/a b.txt": "spaced\n" };

describe("files that are named", () => {
  const open = () => {
    const preset = coding({ backend: memoryBackend({ files }), shell: false, web: false });
    return { preset, session: openSession(preset.registry, preset) };
  };

  test("are what stands behind an @ that begins a word", () => {
    expect(mentionsIn('@src/a.ts, then (@b.ts) and @"a b.txt", not ann@example.com or @ alone')).toEqual([
      "src/a.ts",
      "b.ts",
      "a b.txt",
    ]);
  });

  test("are read by the tools, between marks; what is not there is told", async () => {
    const { preset, session } = open();
    const { text, notes } = await readMentions('@src/a.ts @"a b.txt" @src @none', session, preset);
    expect(text).toMatch(/<(mentioned-\S+) path="src\/a\.ts">[\s\S]*const a = 1;[\s\S]*<\/\1>/);
    expect(text).toContain("spaced");
    expect(text).toContain('path="src"');
    expect(notes).toEqual(["There is no file none here, so @none is sent as plain text."]);
    expect(await session.call("edit_file", { path: "src/a.ts", old_string: "1", new_string: "2" })).toMatchObject({
      ok: true,
    });
  });

  test("a policy that refuses to read counts", async () => {
    const { preset } = open();
    const policy = () => ({ effect: "deny", reason: "no" }) as const;
    const { text } = await readMentions("@src/a.ts", openSession(preset.registry, { ...preset, policy }), preset);
    expect(text).toBe("");
  });
});
