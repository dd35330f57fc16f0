import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, comesTo, enter, openFile, runTool, stateOf } from "../fixtures/_steps.fixture.ts";

const write = (page: Page, path: string) => runTool(page, "write_file", { path, content: "x" });

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground asks before changes (${noChromium})`, () => {});
} else {
  await openSite();

  test("a question is answered once, for the session, or with no; a call that was denied says so", async () => {
    const page = await openTab();
    const first = await write(page, "/a.txt");
    expect(await stateOf(first)).toBe("asking");
    expect(await first.locator(".holdall-approval").textContent()).toContain("/a.txt");
    await page.getByRole("button", { name: "1 waiting for you" }).press("Enter");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Allow once");
    await first.getByRole("button", { name: "Allow once" }).click();
    await comesTo(first, "success");

    const second = await write(page, "/b.txt");
    await second.getByRole("button", { name: "Deny" }).click();
    await comesTo(second, "denied");
    await second.getByRole("status").getByText("was denied").waitFor({ state: "attached" });
    expect(await second.locator(".holdall-outcome").textContent()).toContain("permission denied");
    expect(await page.getByTitle("/b.txt").count()).toBe(0);

    const third = await write(page, "/notes/c.txt");
    await third.getByRole("button", { name: "Allow in this session" }).press("Enter");
    await comesTo(third, "success");
    expect(await stateOf(await write(page, "/notes/d.txt"))).toBe("success");
    expect(await page.locator(".holdall-approval").count()).toBe(0);
    expect(await stateOf(await write(page, "/src/e.txt"))).toBe("asking");
  });

  test("permissions: edits without asking, nothing but reading, never asking; another workspace asks again", async () => {
    const page = await openTab();
    await choose(page, "Permissions", "Accept edits");
    expect(await stateOf(await write(page, "/a.txt"))).toBe("success");
    const deleting = await runTool(page, "delete_file", { path: "/a.txt" });
    expect(await stateOf(deleting)).toBe("asking");
    await deleting.getByRole("button", { name: "Deny" }).press("Enter");
    await comesTo(deleting, "denied");
    await choose(page, "Permissions", "Plan: read only");
    expect(await stateOf(await write(page, "/b.txt"))).toBe("denied");
    expect(await stateOf(await runTool(page, "read_file", { path: "/a.txt" }))).toBe("success");
    await choose(page, "Permissions", "Never ask");
    expect(await stateOf(await runTool(page, "delete_file", { path: "/a.txt" }))).toBe("success");
    await enter(page, "This browser");
    expect(await stateOf(await write(page, "/a.txt"))).toBe("asking");
  });

  test("everything by keyboard: tabs, a tool, its question, a file", async () => {
    const page = await openTab();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    const tabTo = async (wanted: string) => {
      for (let presses = 0; presses < 60 && !(await focused()).startsWith(wanted); presses += 1)
        await page.keyboard.press("Tab");
      expect(await focused()).toContain(wanted);
    };
    await tabTo("README.md");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Text of /README.md" }).waitFor();
    await page.getByRole("button", { name: "Close file" }).press("Enter");
    expect(await page.getByRole("textbox", { name: "Text of /README.md" }).count()).toBe(0);

    await tabTo("Tools");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Todos");
    await page.keyboard.press("End");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Events");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    await page.keyboard.press("Tab");
    await page.keyboard.type("write_file");
    await page.keyboard.press("Tab");
    await page.keyboard.type("/typed.txt");
    await page.keyboard.press("Tab");
    await page.keyboard.type("by hand");
    await page.keyboard.press("Control+Enter");
    await page.getByText("wants your permission").waitFor();
    await tabTo("1 waiting for you");
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("Allow once");
    await page.keyboard.press("Enter");
    await page.getByTitle("/typed.txt").waitFor();
    expect(await (await openFile(page, "/typed.txt")).inputValue()).toBe("by hand");
  });
}
