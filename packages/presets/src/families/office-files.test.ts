import { memoryBackend } from "@holdall/backends-memory";
import { openSession, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { office } from "../sets/office.ts";

function open(files: Record<string, string> = {}) {
  const backend = memoryBackend({ files: { "/app/sales.csv": "city,sum\nBerlin,10\nRiga,7\n", ...files } });
  const preset = office({ backend, root: "/app", web: false });
  return { backend, session: openSession(preset.registry, { ...preset, approve: () => true }) };
}

type Session = ReturnType<typeof open>["session"];

async function textOf(session: Session, path: string): Promise<string> {
  const read = await session.call("read_file", { path });
  expect(read).toMatchObject({ ok: true });
  return (read as { output: { content: string } }).output.content;
}

const call = {
  title: "Sales",
  blocks: [
    { text: "Sums <in euros> & more:" },
    { heading: "By city" },
    { data: "sales.csv" },
    { notes: "Say hello." },
    { heading: "Next", level: 3 },
    { list: ["one", { text: "two", items: ["inside"] }], ordered: true },
    { list: ["plain", { text: "open", checked: false }] },
    { markdown: "See [the site](https://example.com/), **bold** and `code`." },
  ],
};

test("a Word document is read back as it was asked for", async () => {
  const { session } = open();
  await using _ = session;
  expect(await session.call("generate_document", { ...call, output_path: "a.docx" })).toMatchObject({
    ok: true,
    output: { path: "/app/a.docx" },
  });
  expect(await textOf(session, "a.docx")).toBe(
    [
      ...["[page 1]\n# Sales", "Sums <in euros> & more:", "## By city"],
      "| city | sum |\n| --- | --- |\n| Berlin | 10 |\n| Riga | 7 |",
      "Notes: Say hello.",
      "### Next",
      "1. one\n2. two\n  a. inside\n- plain\n- ☐\topen",
      "See [the site](https://example.com/), bold and code.",
      "[footer] 1",
    ].join("\n\n"),
  );
});

test("slides are read back as they were asked for", async () => {
  const { session } = open();
  await using _ = session;
  expect(await session.call("generate_document", { ...call, output_path: "a.pptx" })).toMatchObject({
    ok: true,
    output: { path: "/app/a.pptx", slides: 3 },
  });
  const slides = (await textOf(session, "a.pptx")).split(/\[slide \d+\]\n*/).slice(1);
  expect(slides.map((slide) => slide.trim())).toEqual([
    "# Sales\n\nSums <in euros> & more:",
    "# By city\n\n| city | sum |\n| --- | --- |\n| Berlin | 10 |\n| Riga | 7 |\n\n2\n\nNotes: Say hello.",
    "# Next\n\n- one\n- two\n  - inside\n- plain\n☐ open\nSee [the site](https://example.com/), bold and code.\n\n3",
  ]);
});

test("what was made is edited in place, and undone", async () => {
  const { session, backend } = open();
  await using _ = session;
  for (const path of ["a.docx", "a.pptx"]) {
    await session.call("generate_document", { ...call, output_path: path });
    const before = (await backend.read(toPath(`/app/${path}`))).bytes;
    expect(await textOf(session, path)).toContain("# By city");
    const edit = { path, old_string: "By city", new_string: "By town" };
    expect(await session.call("edit_file", edit)).toMatchObject({ ok: true });
    expect(await textOf(session, path)).toContain("# By town");
    expect(await session.call("undo", { path })).toMatchObject({ ok: true });
    expect((await backend.read(toPath(`/app/${path}`))).bytes).toEqual(before);
    expect(await session.call("undo", { path })).toMatchObject({ ok: true });
    expect(await backend.stat(toPath(`/app/${path}`))).toBeNull();
  }
});

test("a dry run writes nothing, a file that is there stays, and the policy decides on every path", async () => {
  const { session, backend } = open({ "/app/a.docx": "mine", "/else/a.csv": "a\n1\n" });
  await using _ = session;
  const blocks = [{ text: "a" }];
  expect(await session.call("generate_document", { blocks, output_path: "a.docx" })).toMatchObject({
    error: { code: "already_exists" },
  });
  for (const denied of [
    { blocks, output_path: "/else/a.docx" },
    { blocks: [{ data: "/else/a.csv" }], output_path: "b.docx" },
    { path: "/else/a.csv", output_path: "b.pptx" },
  ])
    expect(await session.call("generate_document", denied)).toMatchObject({ error: { code: "permission_denied" } });
  const preset = office({ backend, root: "/app", web: false });
  await using dry = openSession(preset.registry, { ...preset, dryRun: true });
  expect(await dry.call("generate_document", { blocks, output_path: "b.docx" })).toMatchObject({ ok: true });
  expect(await backend.stat(toPath("/app/b.docx"))).toBeNull();
});
