import { memoryBackend } from "@holdall/backends-memory";
import { type Backend, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { faulty } from "../tests/_faults.fixture.ts";
import { openFiles } from "../tests/_files.fixture.ts";

const before = { "/a": "a\n", "/b": "b\n", "/c": "c\n", "/e": "e\n", "/z": "z\n" };
const patch = `*** Begin Patch
*** Update File: a
@@
-a
+A
*** Update File: b
*** Move to: d/b
@@
-b
+B
*** Delete File: c
*** Add File: n/new
+n
*** Update File: e
*** Move to: f
*** Update File: z
@@
-z
+Z
*** End Patch`;

async function tree(backend: Backend): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, kind } of backend.list(toPath("/"), { recursive: true })) {
    files[path] = kind === "file" ? new TextDecoder().decode((await backend.read(path)).bytes) : "/";
  }
  return files;
}

/** Changes of the patch when nothing fails. */
const total = async (own: Backend): Promise<number> => {
  const { plan, backend } = faulty(own);
  await openFiles({}, { backend }).ok("apply_patch", { patch });
  return plan.calls;
};

const kinds = [
  { by: "a backend that moves", make: () => memoryBackend({ files: before }) },
  {
    by: "one that cannot",
    make: () => {
      const { move: _, ...rest } = memoryBackend({ files: before });
      return rest;
    },
  },
];

describe.each(kinds)("a patch over several files, on $by", ({ make }) => {
  test.each([false, true])(
    "bug-codex-34917: whichever change fails, nothing is changed (after it happened: %s)",
    async (late) => {
      const count = await total(make());
      expect(count).toBeGreaterThanOrEqual(7);
      for (let n = 1; n <= count; n++) {
        const { plan, backend } = faulty(make());
        Object.assign(plan, { failAt: n, failUntil: n + 1, late });
        const files = openFiles({}, { backend });
        const error = await files.fails("apply_patch", { patch });
        expect(error.code).toBe("unavailable");
        expect(error.message).toContain("Nothing was changed");
        expect(await tree(backend)).toEqual(before);
        expect((await files.fails("undo", {})).code).toBe("no_op");
      }
    },
  );

  test.each([false, true])(
    "and when nothing can be put back either, the error says what is there (%s)",
    async (late) => {
      const count = await total(make());
      for (let n = 1; n <= count; n++) {
        const { plan, backend } = faulty(make());
        Object.assign(plan, { failAt: n, late });
        const files = openFiles({}, { backend });
        const error = await files.fails("apply_patch", { patch });
        const there = await tree(backend);
        const said = error.data?.paths as { path: string; now: string }[];
        const planned: Record<string, string> = {
          "/a": "A\n",
          "/d/b": "B\n",
          "/n/new": "n\n",
          "/f": "e\n",
          "/z": "Z\n",
        };
        for (const { path, now } of said) {
          const was = (before as Record<string, string>)[path];
          if (now === "as before") expect(there[path]).toBe(was);
          else if (now === "changed as planned") expect(there[path]).toBe(planned[path]);
          else expect(there[path]).not.toBe(was);
          if (error.message.includes("Not everything")) expect(error.message).toContain(`- ${path}: ${now}`);
        }
        const changed = Object.keys({ ...before, ...there }).filter(
          (path) => there[path] !== "/" && there[path] !== (before as Record<string, string>)[path],
        );
        expect(
          said
            .filter(({ now }) => now !== "as before")
            .map(({ path }) => path)
            .sort(),
        ).toEqual(changed.sort());
      }
    },
  );

  test("what somebody else writes meanwhile is never overwritten", async () => {
    const count = await total(make());
    for (let n = 2; n <= count; n++) {
      const own = make();
      const { plan, backend } = faulty(own);
      Object.assign(plan, { failAt: n, failUntil: n + 1 });
      plan.onCall = () => {
        if (plan.calls === n) void own.write(toPath("/a"), new TextEncoder().encode("theirs\n"));
      };
      const error = await openFiles({}, { backend }).fails("apply_patch", { patch });
      expect(error.message).toContain("/a: changed by someone else");
      expect(await tree(backend)).toEqual({ ...before, "/a": "theirs\n" });
    }
  });

  test("aborting means nothing or all", async () => {
    const count = await total(make());
    for (let n = 1; n <= count; n++) {
      const { plan, backend } = faulty(make());
      const abort = new AbortController();
      plan.onCall = () => plan.calls === n && abort.abort();
      const files = openFiles({}, { backend });
      const result = await files.session.call("apply_patch", { patch }, { signal: abort.signal });
      expect(result.ok).toBe(false);
      // The call answers at once; wait until the tool itself has let go of the files.
      await files.session.call("delete_file", { path: "/absent" });
      await files.session.call("apply_patch", {
        patch: patch.split("*** Add File").join("*** Add File"),
        dry_run: true,
      });
      const there = await tree(backend);
      if (n < count) expect(there).toEqual(before);
      else
        expect([
          JSON.stringify(before),
          JSON.stringify({
            "/a": "A\n",
            "/d": "/",
            "/d/b": "B\n",
            "/f": "e\n",
            "/n": "/",
            "/n/new": "n\n",
            "/z": "Z\n",
          }),
        ]).toContain(JSON.stringify(there));
    }
  });
});

test("bug-gemini-cli-26731: of 32 parallel edits of one file none is lost", async () => {
  const lines = Array.from({ length: 32 }, (_, i) => `line ${i} is old`);
  const files = openFiles({ "/f": `${lines.join("\n")}\n` });
  await files.ok("read_file", { path: "/f" });
  const calls = lines.map((line, i) => {
    const [old_string, new_string] = [line, `line ${i} is new`];
    if (i % 3 === 0) return { tool: "edit_file", input: { path: "/f", old_string, new_string } };
    if (i % 3 === 1)
      return { tool: "multi_edit", input: { path: i % 2 ? "/f" : "//f", edits: [{ old_string, new_string }] } };
    return {
      tool: "apply_patch",
      input: { patch: `*** Begin Patch\n*** Update File: f\n@@\n-${old_string}\n+${new_string}\n*** End Patch` },
    };
  });
  const results = await files.session.callAll(calls);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  expect(await files.text("/f")).toBe(`${lines.map((line) => line.replace("old", "new")).join("\n")}\n`);
});
