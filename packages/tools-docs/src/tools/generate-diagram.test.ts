import { expect, test } from "vitest";
import { openDesk, testFonts } from "../_docs.fixture.ts";

test.each([
  ["an unclosed bracket", "flowchart LR\nA[x --> B"],
  ["no kind", "hello"],
  ["a wrong arrow", "sequenceDiagram\nA=>>B: hi"],
  ["a class without an end", "classDiagram\nclass A {"],
  ["nothing", ""],
  ["DOT", "digraph { a -> b }"],
])("there is no picture of %s", async (_, code) => {
  const { session, backend } = openDesk();
  for (const output_path of ["/a.svg", "/a.png", "/a.txt"]) {
    const refused = await session.call("generate_diagram", { code, output_path });
    expect(refused).toMatchObject({ ok: false });
    expect(["parse_error", "unsupported"]).toContain((refused as { error: { code: string } }).error.code);
  }
  expect(await Array.fromAsync(backend.list("/" as never, { recursive: true }))).toEqual([]);
});

test("the line of a mistake is told", async () => {
  const { session } = openDesk();
  const refused = await session.call("generate_diagram", { code: "flowchart LR\nA --> B\nB[x --> C" });
  expect(refused).toMatchObject({ error: { code: "parse_error", data: { line: 3 } } });
});

test.each([
  ["flowchart LR\nA-->B-->C;", 3, 2],
  ["flowchart TD\nA[x y]-->|l| B & C\nB-->C\nsubgraph S\nD-->E\nend", 5, 4],
  ['flowchart LR\nA["a ] b"] --"yes | no"--> B{"<i>q</i> & r"}', 2, 1],
  ["flowchart LR\nP[/par/] --> Q", 2, 1],
])("%j is drawn whole", async (code, nodes, links) => {
  const { session } = openDesk();
  const made = await session.call("generate_diagram", { code, format: "svg" });
  const { text } = (made as { output: { text: string } }).output;
  expect(text.split('class="node"').length - 1).toBe(nodes);
  expect(text.split('class="edge"').length - 1).toBe(links);
  expect(text).not.toMatch(/var\(|@import|<style|[\ue000-\uf8ff]/);
});

test("a label is text, whatever stands in it", async () => {
  const { session } = openDesk();
  const code = 'flowchart LR\nA["<img src=x onerror=alert(1)> a ] b & c"] --> B\nclick B href "javascript:alert(1)"';
  const made = await session.call("generate_diagram", { code, format: "svg" });
  const { text } = (made as { output: { text: string } }).output;
  expect(text).not.toMatch(/<img|javascript:|evil\.example/);
  expect(text).toMatch(/a \] b &amp; c/);
});

test("kinds that are not drawn are checked and come back as text", async () => {
  const { session } = openDesk();
  for (const code of ['pie\n"a": 3', "gantt\ntitle x\nsection a\nt: a1, 2020-01-01, 3d", "mindmap\n root\n  a"]) {
    expect(await session.call("generate_diagram", { code })).toMatchObject({
      ok: true,
      output: { valid: true, text: code },
    });
    expect(await session.call("generate_diagram", { code, format: "svg" })).toMatchObject({
      error: { code: "unsupported" },
    });
  }
});

test("a format that is not known is named", async () => {
  const { session } = openDesk();
  const refused = await session.call("generate_diagram", { code: "flowchart LR\nA-->B", format: "gif" });
  expect(refused).toMatchObject({ error: { code: "invalid_input", message: expect.stringContaining('"gif"') } });
});

test("a link that would get lost is not drawn at all", async () => {
  const { session } = openDesk();
  const code = "flowchart LR\nA ~~~ B";
  const refused = await session.call("generate_diagram", { code, format: "svg" });
  expect(refused).toMatchObject({ error: { code: "unsupported", message: expect.stringContaining("from A to B") } });
});

test("PNG with given fonts, text for terminals; the same bytes each time", async () => {
  const { session, bytesOf } = openDesk({}, { fonts: testFonts });
  const code = "```mermaid\nsequenceDiagram\nAnn->>Bob: hi\n```";
  const made = await session.call("generate_diagram", { code, output_path: "/a.png" });
  expect(made).toMatchObject({ ok: true, output: { kind: "sequence", format: "png" } });
  await session.call("generate_diagram", { code, output_path: "/b.png" });
  expect(await bytesOf("/a.png")).toEqual(await bytesOf("/b.png"));
  expect(Buffer.from(await bytesOf("/a.png")).toString("latin1", 1, 4)).toBe("PNG");
  const text = await session.call("generate_diagram", { code, format: "text" });
  expect((text as { output: { text: string } }).output.text).toContain("│ Ann │");
});
