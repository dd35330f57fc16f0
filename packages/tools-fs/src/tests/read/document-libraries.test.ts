import { provideLibrary } from "@holdall/tool-kit/file-tools";
import { expect, test } from "vitest";
import { loadFormatValue, loadTokenizer } from "../../office/_libraries.browser.ts";
import * as node from "../../office/_libraries.ts";

test("a page that brings no libraries gets an error with what to install; what it provides is used", async () => {
  for (const [load, name] of [
    [loadTokenizer, "htmlparser2"],
    [loadFormatValue, "hucre"],
  ] as const)
    await expect(load()).rejects.toMatchObject({
      code: "unavailable",
      message: `This page does not bring ${name} along.`,
      hint: expect.stringContaining("npm install htmlparser2 hucre"),
    });
  provideLibrary("htmlparser2", () => import("htmlparser2"));
  provideLibrary("hucre", () => import("hucre"));
  expect(await loadTokenizer()).toBe(await node.loadTokenizer());
  expect((await loadFormatValue())(0.5, "0%")).toBe("50%");
});
