import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentText, openSession } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";
import { coding, minimal, readonly } from "../index.ts";

function folders() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-roots-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return ["one", "two", "three"].map((name) => {
    mkdirSync(join(folder, name, ".git/hooks"), { recursive: true });
    writeFileSync(join(folder, name, "a.txt"), `${name}\n`);
    return join(folder, name);
  }) as [string, string, string];
}

test.each([coding, minimal, readonly])("%o works in each of its roots and nowhere else", async (define) => {
  const [one, two, three] = folders();
  const preset = define({ root: one, moreRoots: [two] });
  await using session = openSession(preset.registry, preset);
  const read = async (path: string) => contentText((await session.call("read_file", { path })).content);
  expect(await read("a.txt")).toContain("one");
  expect(await read(join(two, "a.txt"))).toContain("two");
  expect(await read(join(three, "a.txt"))).toContain("permission_denied");
  expect(preset.instructions).toContain(`below ${one}, ${two}`);
});

test("what is protected in the first root is in the others, and deleting asks there as well", async () => {
  const [one, two] = folders();
  const preset = coding({ root: one, moreRoots: [two] });
  await using session = openSession(preset.registry, preset);
  const hook = { path: join(two, ".git/hooks/pre-commit"), content: "" };
  expect((await session.decide("write_file", hook)).effect).toBe("ask");
  expect((await session.decide("delete_file", { path: join(two, "a.txt") })).effect).toBe("ask");
  expect((await session.decide("delete_file", { path: two, recursive: true })).effect).not.toBe("allow");
  const written = await session.call("write_file", { path: join(two, "new.txt"), content: "new\n" });
  expect(written.ok).toBe(true);
  expect(readFileSync(join(two, "new.txt"), "utf8")).toBe("new\n");
});

test("a root that does not exist is an error", () => {
  expect(() => coding({ root: "/no/such/folder" })).toThrow(/does not exist/);
});
