import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { fetchUrl } from "./fetch-url.ts";

test("fetch_url answers with the text", async () => {
  const session = openSession(createRegistry([fetchUrl()]), { policy: allow() });
  const result = await session.call("fetch_url", { text: "hello" });
  expect(result).toMatchObject({ ok: true, output: { text: "hello" } });
});
