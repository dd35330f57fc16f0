import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { toolSearch } from "./tool-search.ts";

test("tool_search answers with the text", async () => {
  const session = openSession(createRegistry([toolSearch()]), { policy: allow() });
  const result = await session.call("tool_search", { text: "hello" });
  expect(result).toMatchObject({ ok: true, output: { text: "hello" } });
});
