import { expect, test } from "vitest";
import { loadProvided, provideLibrary } from "./provide-library.ts";

test("a page's library is loaded by its name; one that it does not bring is told with what to install and to write", async () => {
  await expect(loadProvided("cups/tin", "cups")).rejects.toMatchObject({
    code: "unavailable",
    hint: expect.stringContaining('npm install cups, then provideLibrary("cups/tin", () => import("cups/tin"))'),
  });
  provideLibrary("cups/tin", async () => ({ cup: "tin" }));
  expect(await loadProvided("cups/tin", "cups")).toEqual({ cup: "tin" });
});
