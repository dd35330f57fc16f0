import { expect, test } from "vitest";
import { pdfTexts } from "../../../../packages/tools-docs/src/_docs.fixture.ts";
import { findings, look } from "../fixtures/_looks.fixture.ts";
import { picture } from "../fixtures/_picture.fixture.ts";
import { chromiumPath, noChromium, openSite, openTab } from "../fixtures/_site.fixture.ts";
import { choose, runTool, startTour, stateOf } from "../fixtures/_steps.fixture.ts";

if (chromiumPath === undefined) {
  // Nothing to run it in.
  test.skip(`documents are made in the playground (${noChromium})`, () => {});
} else {
  await openSite();

  test("a messy CSV becomes a PDF that is shown, without the network; a wrong diagram is refused", async () => {
    const page = await openTab();
    const { origin } = new URL(page.url());
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(request.url()));
    await choose(page, "Permissions", "Accept edits");
    await startTour(page, "Clean data into a PDF");
    await page.getByText("Done: /data/orders.pdf").waitFor({ state: "attached" });
    const made = page.locator('[data-tool="generate_pdf"]');
    await made.getByText("1 page · ").waitFor();
    const frame = made.getByTitle("Preview of /data/orders.pdf");
    await frame.waitFor();
    const bytes = await frame.evaluate(async (viewer: HTMLIFrameElement) => [
      ...new Uint8Array(await (await fetch(viewer.src)).arrayBuffer()),
    ]);
    const [text = ""] = await pdfTexts(Uint8Array.from(bytes));
    expect(text.replaceAll("\r\n", "\n")).toMatch(/By city\ncity orders pieces\nBerlin 2 17\nRiga 2 14\nPorto 1 7/);
    const drawn = page.locator('[data-tool="generate_diagram"] img');
    await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    await look(page, "documents-desktop");
    expect(await findings(page)).toEqual([]);
    await made.scrollIntoViewIfNeeded();
    await picture(page, "playground-pdf.png");
    const wrong = { code: "flowchart LR\nA --> B\nB[x --> C", output_path: "/wrong.svg" };
    const refused = await runTool(page, "generate_diagram", wrong);
    expect(await stateOf(refused)).toBe("error");
    await refused.getByText("Mermaid rejects the code").waitFor();
    const elsewhere = asked.filter((url) => /^https?:/.test(url) && !url.startsWith(origin));
    expect(elsewhere).toEqual([]);
  });
}
