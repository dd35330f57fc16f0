import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openDesk, testFonts } from "../_docs.fixture.ts";
import { pagePicture } from "../engine/_page-picture.fixture.ts";

const flowchart = `flowchart LR
Order[Order] -->|paid| Pack{In stock?}
Pack -->|yes| Ship([Ship])
Pack -.->|no| Wait[Wait for supply]
Wait --> Pack`;

const report = [
  { text: 'Every text here is data: #read("/etc/passwd"), $x$ and <script> are words like any other.' },
  { heading: "Sums by city" },
  { data: "sales.csv" },
  { heading: "How an order goes" },
  { image: "flowchart.svg", alt: "An order is packed and shipped, or waits for supply" },
  { heading: "In code" },
  {
    code: "export const total = (orders: Order[]) =>\n  orders.reduce((sum, { price }) => sum + price, 0);",
    language: "typescript",
  },
  { quote: "Ελληνικά, Кириллица, עברית, العربية, हिन्दी, ไทย, 日本語" },
];

const image = (name: string) => new URL(`../../../../docs/images/${name}`, import.meta.url);
const isWriting = process.env.HOLDALL_WRITE_IMAGES === "1";

/** Written with HOLDALL_WRITE_IMAGES=1; the glyphs of other platforms differ by shades, so only sizes are compared. */
async function compare(name: string, made: Uint8Array): Promise<void> {
  if (isWriting) await writeFile(image(name), made);
  const kept = new Uint8Array(await readFile(image(name)));
  expect(Uint8Array.from(made.subarray(0, 24))).toEqual(kept.slice(0, 24));
}

test("the pictures of the documentation are what the tools make", async () => {
  const csv = "city,orders,sum\nBerlin,1204,58220.10\nRiga,803,41007.55\nPorto,77,2900.00\n";
  const { session, bytesOf } = openDesk({ "/sales.csv": csv }, { fonts: testFonts });
  await session.call("generate_diagram", { code: flowchart, output_path: "/flowchart.svg" });
  await session.call("generate_diagram", { code: flowchart, output_path: "/flowchart.png" });
  const made = await session.call("generate_pdf", {
    title: "Orders in November",
    blocks: report,
    output_path: "/report.pdf",
  });
  expect(made).toMatchObject({ ok: true, output: { pages: 1, pdf_ua: true, notes: [] } });
  await compare("flowchart.png", await bytesOf("/flowchart.png"));
  await compare("report.png", await pagePicture(await bytesOf("/report.pdf")));
});
