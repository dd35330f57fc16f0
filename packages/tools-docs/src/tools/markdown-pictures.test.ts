import { allow, createRegistry, deny, firstOf, openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { openDesk } from "../_docs.fixture.ts";
import { docsTools } from "../docs-tools.ts";

const chart = { kind: "bar", title: "Sums", x: "city", y: "sum", rows: [{ city: "Riga", sum: 7 }] };
const blocks = [{ heading: "H" }, { chart }, { chart: { ...chart, kind: "pie" } }];

test("charts of Markdown are files beside it, with their descriptions", async () => {
  const { session, textOf } = openDesk();
  const made = await session.call("generate_markdown", { blocks, output_path: "/docs/my report.md" });
  const pictures = ["/docs/my report-chart-1.svg", "/docs/my report-chart-2.svg"];
  expect(made).toMatchObject({ ok: true, output: { path: "/docs/my report.md", pictures } });
  const markdown = await textOf("/docs/my report.md");
  expect(markdown).toContain("![Sums Bar chart of sum by city. 1 value from 7 to 7.](my%20report-chart-1.svg)");
  expect(markdown).toContain("(my%20report-chart-2.svg)");
  for (const picture of pictures) expect(await textOf(picture)).toMatch(/^<svg .*<title>Sums<\/title>/);
});

test("nothing is written where one of the files is there already, unless it may be replaced", async () => {
  const { session, backend, textOf } = openDesk({ "/a-chart-2.svg": "mine" });
  const call = { blocks, output_path: "/a.md" };
  expect(await session.call("generate_markdown", call)).toMatchObject({ error: { code: "already_exists" } });
  expect((await Array.fromAsync(backend.list(toPath("/")))).map(({ path }) => path)).toEqual(["/a-chart-2.svg"]);
  expect(await session.call("generate_markdown", { ...call, overwrite: true })).toMatchObject({ ok: true });
  expect(await textOf("/a-chart-2.svg")).toMatch(/^<svg /);
});

test("the policy decides on each picture, before any is written", async () => {
  const { backend } = openDesk();
  const policy = firstOf(deny({ actions: ["write"], under: "/a-chart-2.svg" }), allow());
  const session = openSession(createRegistry(docsTools({ backend })), { policy });
  const call = { blocks, output_path: "/a.md" };
  expect(await session.call("generate_markdown", call)).toMatchObject({ error: { code: "permission_denied" } });
  expect(await Array.fromAsync(backend.list(toPath("/")))).toEqual([]);
});

test("without a file there is no place for a picture", async () => {
  const refused = await openDesk().session.call("generate_markdown", { blocks });
  expect(refused).toMatchObject({ error: { code: "unsupported", hint: expect.stringContaining("Set output_path") } });
});
