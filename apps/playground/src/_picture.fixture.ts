import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { sizes } from "./_site.fixture.ts";

const images = join(import.meta.dirname, "../../../docs/images");
const maxImageBytes = 150_000;
/** A little smaller than the tests' windows, for the bytes' sake. */
const pictured = { width: 1200, height: 600 };

/** Take a picture of the page. With HOLDALL_SCREENSHOTS set it goes to the docs; without, the one there must have its size. */
export async function picture(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? sizes.desktop;
  await page.mouse.move(0, 0);
  if (size.width > pictured.width) await page.setViewportSize(pictured);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const taken = await page.screenshot();
  await page.setViewportSize(size);
  const file = join(images, name);
  if (process.env.HOLDALL_SCREENSHOTS) {
    mkdirSync(images, { recursive: true });
    writeFileSync(file, taken);
  }
  const kept = readFileSync(file);
  // A PNG begins with its signature and the header's length and name; then come width and height.
  const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
  expect(sizeOf(kept)).toEqual(sizeOf(taken));
  expect(kept.length).toBeLessThan(maxImageBytes);
}
