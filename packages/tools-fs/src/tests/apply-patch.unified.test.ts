import { describe, expect, test } from "vitest";
import { patched } from "./_patched.fixture.ts";

describe("unified diffs", () => {
  test("git's: changes, renames, new and deleted files, quoted names, a mode that is only noted", async () => {
    const patch = `From 123 Mon Sep 17 00:00:00 2001
Subject: [PATCH] things
---
diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@ function f() {
 one
-two
+2
 three
diff --git a/old name b/new name
similarity index 90%
rename from old name
rename to new name
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git "a/\\303\\244" "b/\\303\\244"
new file mode 100755
--- /dev/null
+++ "b/\\303\\244"
@@ -0,0 +1,2 @@
+-- hi
+++ there
diff --git a/empty b/empty
new file mode 100644
index 0000000..e69de29
--${" "}
2.39.0
`;
    const {
      result,
      after,
      ok: _,
      ...rest
    } = await patched({ "/src/a.ts": "one\ntwo\nthree\n", "/old name": "n\n", "/gone": "bye\n" }, patch);
    expect(rest.error?.message).toBeUndefined();
    expect(await Promise.all(["/src/a.ts", "/old name", "/new name", "/gone", "/ä", "/empty"].map(after))).toEqual([
      "one\n2\nthree\n",
      null,
      "n\n",
      null,
      "-- hi\n++ there\n",
      "",
    ]);
    expect(JSON.stringify(result.ok && result.output)).toContain("The file mode 100755 of ä was not set.");
  });

  test("shifted hunks are found by their context, wrong counts do not matter, stated lines tell equals apart", async () => {
    const block = "start\nsame\nend\n";
    const source = `${"filler\n".repeat(20)}${block}${"filler\n".repeat(5)}unique\nold\n`;
    const { after } = await patched({ "/a": source }, "--- a/a\n+++ b/a\n@@ -3,9 +3,1 @@\n unique\n-old\n+new\n");
    expect(await after("/a")).toBe(source.split("old").join("new"));
    const twice = `${block}${block}`;
    const stated = await patched({ "/a": twice }, "--- a/a\n+++ b/a\n@@ -4,3 +4,3 @@\n start\n-same\n+other\n end\n");
    expect(await stated.after("/a")).toBe(`${block}start\nother\nend\n`);
    const shifted = await patched({ "/a": twice }, "--- a/a\n+++ b/a\n@@ -9,3 +9,3 @@\n start\n-same\n+other\n end\n");
    expect([shifted.code, await shifted.after("/a")]).toEqual(["ambiguous", twice]);
  });

  test("lines that look like headers are lines while the counts want them", async () => {
    const { after } = await patched(
      { "/q.sql": "-- old\nselect 1;\n" },
      "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n select 1;\n",
    );
    expect(await after("/q.sql")).toBe("++ new\nselect 1;\n");
  });

  test("a deletion checks all of what it deletes", async () => {
    const { code, after } = await patched({ "/a": "one\ntwo\n" }, "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n");
    expect([code, await after("/a")]).toEqual(["stale", "one\ntwo\n"]);
  });

  test.each([
    ["two names without a rename", "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "parse_error"],
    ["binary content", "diff --git a/x b/x\nGIT binary patch\nliteral 3\n", "unsupported"],
    ["a link", "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n", "unsupported"],
    ["prose", "please change x to y", "parse_error"],
  ])("%s is refused", async (_, patch, code) => {
    expect((await patched({ "/x": "a\n", "/y": "a\n" }, patch)).code).toBe(code);
  });
});
