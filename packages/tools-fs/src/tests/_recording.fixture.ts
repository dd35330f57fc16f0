import { type Backend, type Entry, toPath } from "@holdall/tool-core";
import { createGenerator } from "./_calls.fixture.ts";
import { type Step, startPlay } from "./guard/_play.fixture.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, i) => `${"  ".repeat(i % 3)}${word} ${i + 1}`).join("\n");

/** What lies below the root at the start. */
export const startFiles: Readonly<Record<string, Uint8Array>> = {
  ".gitignore": encode("dist/\n*.log\n"),
  "keep.txt": encode("root\n"),
  "data.bin": new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  "trace.log": encode("hidden by the ignore rules\n"),
  "src/keep.txt": encode("src\n"),
  "src/app.ts": encode(`${numbered(40, "const value =")}\n`),
  "src/tabs.ts": encode("function tabs() {\n\treturn [\n\t\t'one',\n\t\t'two',\n\t];\n}\n"),
  "src/deep/keep.txt": encode("deep\n"),
  "src/deep/ünïcode 名.md": encode("# “Curly” quotes — and dashes\n\n- grüße\n- 名前\n"),
  "docs/keep.txt": encode("docs\n"),
  "docs/crlf.txt": encode(numbered(30, "line").replaceAll("\n", "\r\n")),
  "docs/bom.txt": encode("\uFEFFwith a mark\nsecond\n"),
  "docs/latin.txt": new Uint8Array([...encode("Stra"), 0xdf, 0x65, 10, ...encode("caf"), 0xe9, 10]),
  "docs/wide.txt": new Uint8Array([0xff, 0xfe, ...Buffer.from("wide text\nin two bytes\n", "utf16le")]),
  "docs/long.txt": encode(`${numbered(3000, "a long file, row")}\n`),
  "dist/keep.txt": encode("built\n"),
  "box/keep.txt": encode("box\n"),
  "notes/keep.txt": encode("notes\n"),
  "notes/a.ipynb": encode(
    `${JSON.stringify(
      {
        cells: ["alpha", "beta", "gamma"].map((id, i) => ({
          cell_type: i === 0 ? "markdown" : "code",
          ...(i > 0 && { execution_count: i, outputs: [] }),
          id,
          metadata: {},
          source: [`${id}\n`, "print(1)"],
        })),
        metadata: { language_info: { name: "python" } },
        nbformat: 4,
        nbformat_minor: 5,
      },
      null,
      1,
    )}\n`,
  ),
};

/**
 * Record a session of `count` calls, each chosen by a seeded generator from what the files are at that moment, and of
 * changes by somebody else in between. A folder that a call left empty gets a file at once, as not every store keeps it.
 */
export async function recordSession(
  backend: Backend,
  { seed, count }: { readonly seed: number; readonly count: number },
) {
  const play = await startPlay(backend, "/ws", startFiles);
  const generator = createGenerator(seed);
  const steps: Step[] = [];
  let calls = 0;
  while (calls < count) {
    const entries = await Array.fromAsync(backend.list(toPath("/ws"), { recursive: true }));
    const empty = emptyFolder(entries);
    const step: Step = empty
      ? { tool: "write_file", input: { path: empty.slice("/ws/".length).concat("/keep.txt"), content: "kept\n" } }
      : generator.next(await textsOf(backend, entries));
    steps.push(step);
    if (step.tool !== undefined) calls++;
    await play.run(step);
  }
  return { steps, ...(await play.end()) };
}

function emptyFolder(entries: readonly Entry[]): string | undefined {
  return entries.find(
    ({ path, kind }) => kind === "directory" && !entries.some((other) => other.path.startsWith(`${path}/`)),
  )?.path;
}

async function textsOf(backend: Backend, entries: readonly Entry[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, kind } of entries)
    if (kind === "file")
      texts.set(path.slice("/ws/".length), new TextDecoder().decode((await backend.read(path)).bytes));
  return texts;
}
