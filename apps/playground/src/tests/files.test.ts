import type { Download } from "playwright-core";
import { expect, test } from "vitest";
import { chromiumPath, noChromium, openSecondTab, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, comesTo, enter, holds, openFile, runTool, stateOf } from "../fixtures/_steps.fixture.ts";

const contentOf = async (file: Download) => Buffer.concat(await (await file.createReadStream()).toArray());

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`the playground keeps files (${noChromium})`, () => {});
} else {
  await openSite();

  test("what one creates, edits and undoes is found again after a reload", async () => {
    const page = await openTab();
    await enter(page, "This browser");
    await choose(page, "Permissions", "Accept edits");
    await runTool(page, "write_file", { path: "/notes/new.txt", content: "one\ntwo\n" });
    await runTool(page, "edit_file", { path: "/notes/new.txt", old_string: "two", new_string: "three" });
    await runTool(page, "edit_file", { path: "/notes/new.txt", old_string: "one", new_string: "zero" });
    await page.getByRole("button", { name: "Undo last change" }).click();
    await comesTo(page.locator('[data-tool="undo"]'), "success");
    const found = await runTool(page, "grep_files", { pattern: "three" });
    await found.locator("summary").click();
    await expect.poll(() => found.locator(".holdall-row").allTextContents()).toEqual(["/notes/new.txt", "2three"]);

    await page.reload();
    await page.getByRole("heading", { name: "This browser" }).waitFor();
    await holds(await openFile(page, "/notes/new.txt"), "one\nthree\n");
    const again = await runTool(page, "grep_files", { pattern: "three" });
    expect(await again.textContent()).toContain("1 match");
  });

  test("tables are cleaned, grouped and reported by forms", async () => {
    const page = await openTab();
    await enter(page, "This browser");
    await choose(page, "Permissions", "Accept edits");
    await runTool(page, "write_file", {
      path: "/orders.csv",
      content: "city,zip,price\nOslo,0150,3\nRome,00118,4\nOslo,0151,5\n",
    });
    const converted = await runTool(page, "convert_format", { path: "/orders.csv", output_path: "/orders.json" });
    expect(await stateOf(converted)).toBe("success");
    await holds(
      await openFile(page, "/orders.json"),
      '[\n{"city":"Oslo","zip":"0150","price":3},\n{"city":"Rome","zip":"00118","price":4},\n{"city":"Oslo","zip":"0151","price":5}\n]\n',
    );
    const grouped = await runTool(page, "aggregate_data", {
      path: "/orders.csv",
      group_by: "city",
      measures: '[{"op":"sum","column":"price"}]',
    });
    expect(await grouped.textContent()).toContain("2 groups");
    const written = await runTool(page, "generate_markdown", {
      title: "Orders",
      blocks: '[{"data": "/orders.csv"}]',
      output_path: "/report.md",
    });
    expect(await stateOf(written)).toBe("success");
  });

  test("two tabs edit one file: the second to save is told, and nothing is lost", async () => {
    const first = await openTab();
    await enter(first, "This browser");
    const second = await openSecondTab(first.context());
    await second.getByRole("heading", { name: "This browser" }).waitFor();
    await second.getByText("Open in another tab").waitFor();
    expect(await first.getByText("Open in another tab").count()).toBe(0);
    // What other tests left behind is gone.
    expect(await second.locator(".file-list button").count()).toBeLessThanOrEqual(6);
    const [mine, theirs] = [await openFile(first, "/README.md"), await openFile(second, "/README.md")];
    await holds(theirs, await mine.inputValue());
    await mine.fill("mine\n");
    await theirs.fill("theirs\n");
    await first.getByRole("button", { name: "Save", exact: true }).click();
    await first.getByText("Saved.", { exact: true }).waitFor();
    await second.getByText("It was changed meanwhile").waitFor();
    await second.getByRole("button", { name: "Save", exact: true }).click();
    expect(await theirs.inputValue()).toBe("theirs\n");
    await openFile(second, "/CHANGELOG.md");
    await holds(await openFile(second, "/README.md"), "theirs\n");
    await holds(mine, "mine\n");
    await second.getByRole("button", { name: "Load again" }).click();
    await holds(theirs, "mine\n");
    await theirs.fill("both\n");
    await theirs.press("Control+s");
    await holds(mine, "both\n");
  });

  test("an agent's change shows in the open file; lines that a person leaves alone keep their endings", async () => {
    const page = await openTab();
    await choose(page, "Permissions", "Accept edits");
    const text = await openFile(page, "/notes/windows.txt");
    await runTool(page, "read_file", { path: "/notes/windows.txt" });
    await runTool(page, "edit_file", { path: "/notes/windows.txt", old_string: "An edit", new_string: "A change" });
    await holds(text, "This file has Windows line endings.\nA change keeps them.\nTry it, then look at the bytes.\n");
    await text.fill((await text.inputValue()).replace("A change", "Typing"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(new TextDecoder().decode(await contentOf(file))).toBe(
      "This file has Windows line endings.\r\nTyping keeps them.\r\nTry it, then look at the bytes.\r\n",
    );
  });

  test("a workspace of one's own: named, empty, filled, and there after a reload", async () => {
    const page = await openTab();
    await choose(page, "Workspace", "New workspace …");
    await page.getByRole("textbox", { name: "Name of the new workspace" }).fill("Garden");
    await page.keyboard.press("Enter");
    await page.getByText("No files yet").waitFor();
    await page.getByRole("button", { name: "New file" }).click();
    await page.getByRole("textbox", { name: "Path of the new file" }).fill("beds/herbs.txt");
    await page.keyboard.press("Enter");
    const text = page.getByRole("textbox", { name: "Text of /beds/herbs.txt" });
    await text.fill("thyme\n");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Garden" }).waitFor();
    await holds(await openFile(page, "/beds/herbs.txt"), "thyme\n");
    await enter(page, "This browser");
    await openFile(page, "/README.md");
    await enter(page, "Garden");
    await page.getByTitle("/beds/herbs.txt").waitFor();
  });

  test("files from outside come in byte for byte, replace nothing, and can be deleted and brought back", async () => {
    const page = await openTab();
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    await page.getByLabel("Files to upload").setInputFiles([
      { name: "raw.bin", mimeType: "application/octet-stream", buffer: bytes },
      { name: "README.md", mimeType: "text/plain", buffer: Buffer.from("another") },
    ]);
    await page.getByText("1 file added. README.md is there already and stays as it is.").waitFor();
    await openFile(page, "/raw.bin");
    await page.getByText("This is not a text file. Download it to see it.").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(await contentOf(file)).toEqual(bytes);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("/raw.bin is deleted").waitFor();
    expect(await page.getByTitle("/raw.bin").count()).toBe(0);
    await page.getByRole("button", { name: "Undo last change" }).click();
    await page.getByTitle("/raw.bin").waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["dropped"], "dropped.txt"));
      return data;
    });
    await page.getByRole("region", { name: "Files", exact: true }).dispatchEvent("drop", { dataTransfer: transfer });
    await holds(await openFile(page, "/dropped.txt"), "dropped");
  });

  test("a folder that the person picked, and one that the person did not pick after all", async () => {
    const page = await openTab({
      prepare: () => {
        let asked = 0;
        Object.assign(globalThis, {
          async showDirectoryPicker({ mode }: { mode: string }) {
            asked += 1;
            if (asked === 1) throw new DOMException("The user aborted a request.", "AbortError");
            if (mode !== "readwrite") throw new Error("not asked for writing");
            return (await navigator.storage.getDirectory()).getDirectoryHandle("My project", { create: true });
          },
        });
      },
    });
    await choose(page, "Workspace", "A folder …");
    await page.getByRole("heading", { name: "Memory" }).waitFor();
    await choose(page, "Workspace", "A folder …");
    await page.getByRole("heading", { name: "My project" }).waitFor();
    await choose(page, "Permissions", "Accept edits");
    expect(await stateOf(await runTool(page, "write_file", { path: "a.txt", content: "in a folder\n" }))).toBe(
      "success",
    );
    await holds(await openFile(page, "/a.txt"), "in a folder\n");
    const onDisk = await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("My project");
      return (await (await folder.getFileHandle("a.txt")).getFile()).text();
    });
    expect(onDisk).toBe("in a folder\n");
  });
}
