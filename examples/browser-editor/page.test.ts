import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "./serve.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const executablePath = [
  process.env.CHROMIUM_PATH ?? "",
  ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
].find((file) => file !== "" && existsSync(file));

const list = Array.from({ length: 40 }, (_, index) => `- thing ${index + 1}\n`).join("");

if (executablePath === undefined) {
  // A browser is not part of an installation.
  test.skip("skipped: no Chromium found; `npm run setup` as root on Debian installs it, or set CHROMIUM_PATH", () => {});
} else {
  describe("a person and an agent in one text", { timeout: 30_000 }, () => {
    let browser: Browser;
    let site: Awaited<ReturnType<typeof serve>>;
    beforeAll(async () => {
      [browser, site] = await Promise.all([
        chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] }),
        serve(),
      ]);
    }, 30_000);
    afterAll(async () => {
      await browser?.close();
      site?.server.close();
    });

    const open = async (): Promise<{ page: Page; text: () => Promise<string> }> => {
      const page = await browser.newPage({ reducedMotion: "reduce" });
      await page.goto(site.url);
      await page.locator("textarea").fill(list);
      return { page, text: () => page.locator("textarea").inputValue() };
    };

    test("a visitor sees a document and a task, and reads what came of it", async () => {
      const page = await browser.newPage({ reducedMotion: "reduce" });
      await page.goto(site.url);
      const before = await page.locator("textarea").inputValue();
      expect(before.match(/^- /gm)?.length).toBeGreaterThan(5);
      await page.getByRole("button", { name: "Add check boxes" }).click();
      await page.getByText("Done: 11 check boxes added.", { exact: true }).waitFor();
      expect(await page.locator("textarea").inputValue()).toBe(before.replaceAll(/^- /gm, "- [ ] "));
      await page.getByRole("button", { name: "Add check boxes" }).click();
      await page.getByText("Every item has a check box.").waitFor();
    });

    test("nobody loses anything while both write, a keystroke and an edit in turn", async () => {
      const { page, text } = await open();
      await page.evaluate(() => {
        let draw = (_: number): void => {};
        const area = document.querySelector("textarea");
        area?.addEventListener("input", () => draw(0));
        const { requestAnimationFrame } = globalThis;
        globalThis.requestAnimationFrame = (frame) => {
          draw = frame;
          return 0;
        };
        const release = () => {
          globalThis.requestAnimationFrame = requestAnimationFrame;
          draw(0);
        };
        // The button takes the focus first; what counts is when the person leaves the text after that.
        area?.addEventListener("focus", () => area.addEventListener("blur", release), { once: true });
      });
      await page.locator("button").click();
      await page.locator("textarea").press("Control+End");
      // The agent has begun: its edits are drawn with the keys of the person.
      await expect
        .poll(async () => {
          await page.keyboard.type("x");
          await page.keyboard.press("Backspace");
          return (await text()).includes("[ ]");
        })
        .toBe(true);
      await page.keyboard.type("- call mum tonight\nand here is a thought of mine");
      expect((await text()).match(/\[ \]/g)?.length).toBeGreaterThan(1);
      await page.keyboard.press("Tab");

      await expect
        .poll(() => page.locator("output").textContent(), { timeout: 8_000 })
        .toMatch(/^Done: 41 check boxes added\./);
      const boxed = `${list}- call mum tonight\n`.replaceAll("- ", "- [ ] ");
      expect(await text()).toBe(`${boxed}and here is a thought of mine`);
    });

    test("a command of the shell changes the text in the page, and undo takes it back", async () => {
      const { page, text } = await open();
      const call = (tool: string, input: object) =>
        page.evaluate(
          async ([name, given]) => {
            const result = await session.call(name, given);
            return result.ok ? JSON.stringify(result.output) : result.error.message;
          },
          [tool, input] as const,
        );
      const command = "grep -c '^- ' list.md; sed -i 's/^- thing 1$/- the first thing/' list.md; head -n 1 list.md";
      expect(await call("bash", { command })).toContain("40\\n- the first thing\\n");
      expect(await text()).toBe(list.replace("thing 1\n", "the first thing\n"));
      await call("undo", {});
      expect(await text()).toBe(list);
      for (const missing of [
        "tar cf a.tar list.md",
        "gzip -k list.md",
        "echo H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA= | base64 -d | gunzip",
        "sqlite3 a.db .tables",
      ])
        expect(await call("bash", { command: missing })).toContain("runs in a web page");
    });

    test("an edit of words that the person has changed is refused, and the cursor stays where it was", async () => {
      const { page, text } = await open();
      await page.evaluate(() => session.call("read_file", { path: "list.md" }));
      await page.locator("textarea").press("Control+Home");
      for (const key of ["End", "!"]) await page.keyboard.press(key);

      const edit = (old_string: string, new_string: string) =>
        page.evaluate(
          async (input) => {
            const result = await session.call("edit_file", { path: "list.md", ...input });
            return result.ok ? "ok" : result.error.code;
          },
          { old_string, new_string },
        );

      expect(await edit("- thing 1\n", "- the first thing\n")).toMatch(/stale|no_match/);
      expect(await text()).toBe(list.replace("thing 1\n", "thing 1!\n"));

      await page.evaluate(() => session.call("read_file", { path: "list.md" }));
      expect(await edit("- thing 1!\n", "- the very first thing!\n")).toBe("ok");
      await page.keyboard.type("!");
      expect(await text()).toMatch(/^- the very first thing!!\n- thing 2\n/);
    });
  });
}
