import fc from "fast-check";
import { expect, test } from "vitest";
import { openZip } from "../office/container/zip.ts";
import { openFiles } from "./_files.fixture.ts";
import { archive, paragraph, wordFiles } from "./_office.fixture.ts";

const letter = fc.constantFrom(..."abcdeé漢 &<>\"'|*_[]#-1", "word ", "𝒳");
const text = fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join(""));
const runs = fc.array(fc.record({ text, isBold: fc.boolean() }), { minLength: 1, maxLength: 4 });

const asXml = (source: string): string =>
  source.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const plain = (source: string): string =>
  source.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The texts of paragraphs and the formatting of their runs, read by other means than the reader. */
function look(source: string) {
  const paragraphs = source.match(/<w:p>.*?<\/w:p>/gs) ?? [];
  return paragraphs.map((each) => ({
    text: [...each.matchAll(/<w:t(?: [^>]*)?>(.*?)<\/w:t>/gs)].map(([, inner]) => plain(inner!)).join(""),
    formats: [...each.matchAll(/<w:rPr>(.*?)<\/w:rPr>/gs)].map(([, inner]) => inner),
  }));
}

test("an edit of a paragraph gives its new text, and changes no other paragraph, no format and no other part", async () => {
  const changed = fc.record({ at: fc.nat(), from: fc.nat(), length: fc.nat(6), fresh: text });
  let edited = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(runs, { minLength: 1, maxLength: 3 }),
      changed,
      async (all, { at, from, length, fresh }) => {
        const body = all
          .map((each) => paragraph(each.map((run) => [run.isBold ? "<w:b/>" : "<w:i/>", asXml(run.text)] as const)))
          .join("");
        const bytes = await archive(wordFiles(body));
        const files = openFiles({ "/a.docx": bytes });
        await files.ok("read_file", { path: "/a.docx" });
        const index = at % all.length;
        const old = all[index]!.map((run) => run.text).join("");
        const start = from % old.length;
        const wanted = (old.slice(0, start) + fresh + old.slice(start + length)).toWellFormed();
        const result = await files.session.call("edit_file", {
          path: "/a.docx",
          old_string: old.trim(),
          new_string: wanted.trim(),
        });
        if (!result.ok) {
          expect(["ambiguous", "no_match", "no_op", "invalid_input"]).toContain(result.error.code);
          expect(await files.bytes("/a.docx")).toEqual(bytes);
          return;
        }
        edited++;
        const zips = [openZip(bytes), openZip(await files.bytes("/a.docx"))] as const;
        const [before, after] = await Promise.all(
          zips.map(async (zip) => look(new TextDecoder().decode(await zip.read("word/document.xml")))),
        );
        const { match } = result.output as { match: string };
        if (match === "exact") expect(after![index]!.text.trim()).toBe(wanted.trim());
        expect(after!.map(({ formats }) => formats)).toEqual(before!.map(({ formats }) => formats));
        expect(after!.filter((_, i) => i !== index)).toEqual(before!.filter((_, i) => i !== index));
        for (const name of zips[0].entries.keys())
          if (name !== "word/document.xml") expect(await zips[1].read(name)).toEqual(await zips[0].read(name));
      },
    ),
    { numRuns: process.env.HOLDALL_STRESS ? 2_000 : 120 },
  );
  expect(edited).toBeGreaterThan(20);
});
