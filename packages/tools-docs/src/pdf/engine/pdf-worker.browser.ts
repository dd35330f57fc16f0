import startCompiler, { TypstCompilerBuilder } from "@myriaddreamin/typst-ts-web-compiler";
import { fontCharacters, hasCluster } from "../text/font-characters.ts";
import type { PdfJob, PdfReply } from "./pdf-job.ts";

const ready = startCompiler({
  module_or_path: new URL("@myriaddreamin/typst-ts-web-compiler/wasm", import.meta.url),
});

ready.then(
  () => self.postMessage({ ready: true }),
  () => {},
);

interface Compiled {
  readonly result?: Uint8Array;
  readonly diagnostics?: readonly { readonly severity: string; readonly message: string }[];
}

/** A compiler gives PDFs, and diagnostics as data, by these numbers. */
const pdf = 1;
const asData = 3;

/** Compile one document. There are no files but its pictures, no packages, and no fonts but those given. */
async function compile({ template, doc, tests, images, fonts }: PdfJob): Promise<PdfReply> {
  await ready;
  const missing = missingClusters([...clustersOf(tests), ...signsOf(doc)], fonts);
  if (missing.length > 0) return { kind: "missing", missing };
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(font);
  const compiler = await builder.build();
  try {
    compiler.add_source("/main.typ", template);
    for (const { file, bytes } of images) compiler.map_shadow(file, bytes);
    const world = compiler.snapshot(null, "/main.typ", [["doc", doc]]);
    const { result, diagnostics = [] }: Compiled = world.get_artifact(pdf, asData);
    world.free();
    if (!result) {
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
      return { kind: "failed", messages: [...new Set(errors)] };
    }
    return { kind: "made", bytes: result, pages: pagesOf(result), problems: [unchecked] };
  } finally {
    compiler.free();
  }
}

const unchecked = "the compiler for browsers cannot check it";

const clustersOf = (tests = "{}"): string[] =>
  Object.values((JSON.parse(tests) as Partial<GlyphTests>).tests ?? {}).flat();

interface GlyphTests {
  readonly tests: Readonly<Record<string, readonly string[]>>;
}

/** What the template itself writes. */
const signsOf = (doc: string): string[] => [
  ...(doc.includes('"t":"list"') ? ["•", "‣", "–"] : []),
  ...(doc.includes('"t":"check"') ? ["☑", "☐"] : []),
];

/** What none of the fonts has; each of them is tried for every text. */
function missingClusters(clusters: readonly string[], fonts: readonly Uint8Array[]): string[] {
  const covered = fonts.map(fontCharacters);
  return [...new Set(clusters)].filter((cluster) => !covered.some((has) => hasCluster(has, cluster)));
}

/** The page tree is the first object of the file. */
function pagesOf(bytes: Uint8Array): number {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 400));
  const [, count] = /\s1 0 obj\s*<<\s*\/Type \/Pages\s*\/Count (\d+)/.exec(start) ?? [];
  if (count === undefined) throw new Error("the compiler does not say how many pages there are");
  return Number(count);
}

self.addEventListener("message", async ({ data }: MessageEvent<PdfJob>) => {
  try {
    self.postMessage({ reply: await compile(data) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
});
