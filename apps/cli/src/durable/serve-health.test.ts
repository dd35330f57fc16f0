import { expect, test } from "vitest";
import { serveHealth } from "./serve-health.ts";

test("GET /health says whether the check holds, and nothing else is there", async () => {
  let isUp = true;
  await using health = await serveHealth("0", async () => {
    if (!isUp) throw new Error("postgres://me:secret@host is gone");
  });
  const get = async (path: string, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${health.port}${path}`, { method });
    return [response.status, await response.text()];
  };
  expect(await get("/health")).toEqual([200, "ok\n"]);
  expect(await get("/")).toEqual([404, ""]);
  expect(await get("/health", "POST")).toEqual([404, ""]);
  isUp = false;
  expect(await get("/health")).toEqual([503, "the database does not answer\n"]);
  await expect(serveHealth(String(health.port), async () => {})).rejects.toThrow("EADDRINUSE");
});

test.each(["", "x", "70000", "host:"])("--health %j is refused", async (address) => {
  await expect(serveHealth(address, async () => {})).rejects.toThrow("--health cannot be");
});
