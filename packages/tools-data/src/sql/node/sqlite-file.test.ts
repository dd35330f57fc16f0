import { expect, test } from "vitest";
import { openSqlite } from "./sqlite-file.browser.ts";

test("a page says how the tables of an SQLite file come to it", async () => {
  await expect(openSqlite("held/0", "/data/app.db")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("/data/app.db is an SQLite file"),
    hint: expect.stringMatching(/sqlite3 -header -csv app\.db .* > users\.csv, then query FROM 'users\.csv'/),
  });
});
