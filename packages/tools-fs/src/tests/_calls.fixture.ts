import type { Step } from "./guard/_play.fixture.ts";

/** What lies below the root, path → UTF-8 text. */
type Texts = ReadonlyMap<string, string>;

/** Chooses calls as an agent might, good and bad, from what the files are. The same seed and files give the same calls. */
export function createGenerator(seed: number) {
  let state = seed;
  let made = 0;
  /** A number from 0 up to 1 (mulberry32). */
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(random() * end);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const chance = (share: number) => random() < share;

  const anyFile = (texts: Texts) => pick([...texts.keys()]);
  const loose = (texts: Texts) => [...texts.keys()].filter((path) => !path.endsWith("keep.txt"));
  const editable = (texts: Texts) =>
    pick(loose(texts).filter((path) => !/\.(bin|ipynb)$/.test(path) && (texts.get(path) ?? "").length > 20));
  const linesOf = (texts: Texts, path: string) => (texts.get(path) ?? "").split(/\r?\n/);
  const newPath = () =>
    `${pick(["", "src/", "src/deep/", "docs/", `new-${++made}/`])}file-${++made}.${pick(["ts", "md"])}`;
  const content = () =>
    Array.from({ length: 1 + below(6) }, () => pick(words) + below(9)).join("\n") + pick(["", "\n"]);

  /** Some lines of a file, told so that they must be found by tolerance now and then. */
  const passage = (texts: Texts, path: string) => {
    const lines = linesOf(texts, path);
    const from = below(lines.length);
    const exact = lines.slice(from, from + 1 + below(3)).join("\n");
    return pick([exact, exact, exact, exact.replace(/^[ \t]+/gm, ""), exact.replace(/$/gm, "  "), curl(exact)]);
  };
  const edit = (texts: Texts, path: string) => {
    const old_string = chance(0.1) ? "is in no file" : passage(texts, path) || "line";
    return {
      old_string,
      new_string: chance(0.05) ? old_string : `${old_string}${pick(words)}`,
      ...(chance(0.2) && { replace_all: true }),
    };
  };

  const hunk = (texts: Texts, path: string): string[] => {
    const lines = linesOf(texts, path);
    const at = Math.min(below(lines.length), lines.length - 2);
    if (at < 0) return ["@@", `-${lines[0]}`, "+patched"];
    return ["@@", ` ${lines[at]}`, `-${lines[at + 1]}`, `+patched ${below(99)}`];
  };
  const patch = (texts: Texts): string => {
    const path = editable(texts);
    const parts = [
      () => [`*** Update File: ${path}`, ...hunk(texts, path)],
      () => [`*** Update File: ${path}`, `*** Move to: docs/moved-${++made}.txt`, ...hunk(texts, path)],
      () => [`*** Add File: ${newPath()}`, "+added", "+by a patch"],
      () => [`*** Delete File: ${pick(loose(texts))}`],
      () => ["*** Update File: nowhere.txt", "@@", "-a", "+b"],
    ];
    const chosen = chance(0.3) ? [parts[2], pick(parts)] : [pick([...parts.slice(0, 2), ...parts])];
    return ["*** Begin Patch", ...chosen.flatMap((part) => part?.() ?? []), "*** End Patch"].join("\n");
  };

  const call = (tool: string, input: Record<string, unknown>): Step => ({ tool, input });
  let last = "src/app.ts";
  const kinds: readonly (readonly [number, (texts: Texts) => Step])[] = [
    [14, (texts) => readAny(texts)],
    [4, (texts) => call("read_file", { path: anyFile(texts), offset: 1 + below(40), limit: 1 + below(20) })],
    [5, () => call("write_file", { path: newPath(), content: content() })],
    [5, () => call("write_file", { path: last, content: content() })],
    [4, (texts) => call("append_file", { path: editable(texts), content: content() })],
    [8, (texts) => call("edit_file", { path: last, ...edit(texts, last) })],
    [10, (texts) => readThen(texts, (path) => call("edit_file", { path, version: "{now}", ...edit(texts, path) }))],
    [3, (texts) => readThen(texts, (path) => call("edit_file", { path, dry_run: true, ...edit(texts, path) }))],
    [8, (texts) => readThen(texts, (path) => multi(texts, path))],
    [10, (texts) => call("apply_patch", { patch: patch(texts), ...(chance(0.1) && { dry_run: true }) })],
    [6, () => notebook()],
    [2, () => call("read_file", { path: "notes/a.ipynb" })],
    [6, (texts) => call("move_file", { from: pick(loose(texts)), to: newPath() })],
    [2, (texts) => call("move_file", { from: pick(loose(texts)), to: anyFile(texts), overwrite: chance(0.2) })],
    [2, (texts) => call("move_file", { from: boxOf(texts), to: `box-${++made}` })],
    [4, (texts) => call("delete_file", { path: pick([...loose(texts), "src", "nowhere.txt"]) })],
    [3, () => call("list_files", { path: pick([".", "src", "docs", "{root}/src/deep"]), ignored: chance(0.3) })],
    [3, () => call("list_directory", { path: pick([".", "src", "nowhere"]) })],
    [
      4,
      () =>
        call("glob_files", {
          pattern: pick(["**/*.ts", "*", "src/**", "**/*ü*", "{docs,notes}/*"]),
          hidden: chance(0.5),
        }),
    ],
    [
      6,
      () => call("grep_files", { pattern: pick(["value = 1.", "line", "grü|名", "[", "patched"]), ...pick(searches) }),
    ],
    [3, (texts) => call("file_info", { path: pick([anyFile(texts), "src", "nowhere"]) })],
    [7, () => call("undo", {})],
    [2, (texts) => call("undo", { path: anyFile(texts) })],
    [3, () => call("undo", pick<Record<string, unknown>>([{ list: true }, { change_id: `c${below(made + 1)}` }]))],
    [4, () => pick(badCalls)],
    [4, (texts) => ({ outside: last, content: `${texts.get(last) ?? ""}by somebody else ${below(9)}\n` })],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  const waiting: Step[] = [];

  function readAny(texts: Texts): Step {
    last = anyFile(texts);
    return call(pick(["read_file", "readFile", "Read"]), { path: last });
  }
  /** Most files are read before they are changed. */
  function readThen(texts: Texts, then: (path: string) => Step): Step {
    const path = editable(texts);
    waiting.push(then(path));
    return call("read_file", { path });
  }
  function multi(texts: Texts, path: string): Step {
    return call("multi_edit", { path, edits: Array.from({ length: 1 + below(3) }, () => edit(texts, path)) });
  }
  function notebook(): Step {
    const cell_id = pick(["alpha", "beta", "gamma", "nowhere"]);
    return call("edit_notebook", {
      path: "notes/a.ipynb",
      cell_id,
      ...pick<Record<string, unknown>>([
        { new_source: content() },
        { new_source: content() },
        { new_source: content(), cell_type: "markdown" },
        { edit_mode: "delete" },
      ]),
    });
  }

  return {
    next(texts: Texts): Step {
      const held = waiting.shift();
      if (held) return held;
      let at = random() * total;
      for (const [weight, make] of kinds) {
        at -= weight;
        if (at < 0) return make(texts);
      }
      return call("list_files", {});
    },
  };
}

const words = ["alpha", "béta ", "\tgamma", "  delta = ", "“quoted”", "名前", "x"];
const searches: readonly Record<string, unknown>[] = [
  {},
  { output_mode: "count" },
  { output_mode: "files_with_matches", glob: "*.ts,!app.ts" },
  { path: "docs", context: 1, limit: 5 },
  { literal: true, ignored: true },
];
const badCalls: readonly Step[] = [
  { tool: "raed_file", input: { path: "src/app.ts" } },
  { tool: "read_file", input: {} },
  { tool: "read_file", input: { path: "src/app.ts", limit: "many" } },
  { tool: "read_file", input: { path: "a\0b" } },
  { tool: "read_file", input: { path: "data.bin" } },
  { tool: "edit_file", input: { path: "src", old_string: "a", new_string: "b" } },
  { tool: "write_file", input: { path: "keep.txt/below", content: "x" } },
  { tool: "read_file", input: { path: "keep.txt/below" } },
  { tool: "delete_file", input: { path: "keep.txt/below" } },
  { tool: "list_directory", input: { path: "keep.txt/below" } },
  { tool: "move_file", input: { from: "keep.txt/below", to: "here.txt" } },
  { tool: "move_file", input: { from: "src/keep.txt", to: "keep.txt/below" } },
  { tool: "create_directory", input: { path: "src" } },
  { tool: "write_file", input: { path: "src", content: "x" } },
  { tool: "apply_patch", input: { patch: "*** Begin Patch\nnonsense" } },
  { tool: "edit_notebook", input: { path: "keep.txt", cell_id: "a", new_source: "x" } },
];
const curl = (text: string) => text.replaceAll("'", "’").replaceAll('"', "”").replaceAll("—", "-");
const boxOf = (texts: Texts) => [...texts.keys()].find((path) => path.startsWith("box"))?.split("/")[0] ?? "box";
