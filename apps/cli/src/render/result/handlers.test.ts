import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalName, viewCall } from "@holdall/call-view";
import { coding } from "@holdall/presets";
import { toolName } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";

const facts = (tool: string) => ({ id: "1", tool, state: "running", input: {} }) as const;

test("every name that a tool goes by in a dialect is shown as that tool", () => {
  const root = mkdtempSync(join(tmpdir(), "holdall-views-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const tool of coding({ root }).registry.tools()) {
    const own = viewCall(facts(tool.name));
    expect(own.category, tool.name).not.toBe("other");
    for (const dialect of ["snake", "camel", "claude"] as const) {
      const name = toolName(tool, dialect);
      expect(viewCall(facts(name)), name).toMatchObject({ title: own.title, category: own.category });
      expect(canonicalName(name)).toBe(canonicalName(tool.name));
    }
  }
});

test.each(["codebaseSearch", "semantic_search", "readLints"])("%s is known before there is a tool", (name) => {
  expect(viewCall(facts(name)).category).toBe("code");
});
