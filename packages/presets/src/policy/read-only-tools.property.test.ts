import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { localPrograms } from "@holdall/language-servers";

import { openSession } from "@holdall/tool-core";
import { afterEach, expect, test, vi } from "vitest";
import { coding } from "../sets/coding.ts";
import { readonly } from "../sets/readonly.ts";

afterEach(() => vi.unstubAllEnvs());

/** Numbers below a bound, the same for a seed. */
const seeded = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};

/** Contents, modes and links of everything below a folder. */
function snapshot(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = join(folder, name);
      const stat = lstatSync(file);
      const is = stat.isSymbolicLink() ? readlinkSync(file) : stat.isFile() ? readFileSync(file, "latin1") : "";
      return [`${file} ${stat.mode.toString(8)} ${is}`, ...(stat.isDirectory() ? snapshot(file) : [])];
    });
}

/** A project with files of all linters, and links of which some are loops and some lead out. */
function hostileTree(seed: number) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-tree-")));
  const [root, outside, bin] = [join(base, "root"), join(base, "outside"), join(base, "bin")];
  const next = seeded(seed);
  const folders = [root, join(root, "real"), join(root, "node_modules"), join(root, "a b")];
  for (const folder of [...folders, outside, bin]) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries({ "f.py": "import os\n", "f.ts": "let a = 1;\n", "f.sh": "echo $1\n" })) {
      writeFileSync(join(folder, name), text);
      chmodSync(join(folder, name), [0o644, 0o600, 0o755, 0o444][next(4)]!);
    }
  }
  for (const [name, text] of Object.entries({
    "ruff.toml": "fix-only = true\n",
    "mypy.ini": "[mypy]\nplugins = ./f.py\nhtml_report = ./out\n",
    "tsconfig.json": '{ "compilerOptions": { "outDir": "../outside", "types": [] }, "files": ["f.ts"] }',
    "data.json": '{ "a": [1] }',
    ".gitignore": "a b\n",
  }))
    writeFileSync(join(root, name), text);
  const targets = [
    ...["real", ".", "..", "../outside", "link0", "link1", "node_modules", "nowhere", "f.py"],
    ...[outside, root, join(outside, "f.py"), `${"../..".repeat(12)}${join(root, "real").slice(1)}`],
  ];
  for (let i = 0; i < 5; i++) symlinkSync(targets[next(targets.length)]!, join(folders[next(3)]!, `link${i}`));
  symlinkSync(`${"../..".repeat(12)}${join(root, "real").slice(1)}`, join(root, "sub"));
  // They find nothing, so that the state before the session is asked for in a copy.
  for (const name of ["ruff", "mypy"]) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "$PWD" >> '${base}.ran'\n[ ${name} = mypy ] || echo '[]'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return {
    ...{ base, root, bin },
    ran: () => readFileSync(`${base}.ran`, "utf8"),
    [Symbol.dispose]() {
      for (const path of [base, `${base}.ran`]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** What each tool that only reads is called with, by path. */
const inputs: Readonly<Record<string, (path: string) => object>> = {
  read_file: (path) => ({ path }),
  list_files: (path) => ({ path }),
  list_directory: (path) => ({ path }),
  file_info: (path) => ({ path }),
  str_replace_based_edit_tool: (path) => ({ command: "view", path }),
  glob_files: (path) => ({ path, pattern: "**/*" }),
  grep_files: (path) => ({ path, pattern: "a" }),
  codebase_search: (path) => ({ query: "let a", path }),
  analyze_code: (path) => ({ path }),
  find_definition: (path) => ({ symbol: "a", path }),
  find_references: (path) => ({ symbol: "a", path }),
  trace_calls: (path) => ({ symbol: "a", path }),
  read_lints: (path) => ({ paths: [path] }),
  filter_data: () => ({ path: "data.json", query: "$.a" }),
  todo_read: () => ({}),
  current_time: () => ({}),
  env_info: () => ({}),
  think: () => ({ thought: "a" }),
  tool_search: () => ({ query: "a" }),
  aggregate_data: () => ({ path: "data.json" }),
  query_data: () => ({ sql: "FROM 'data.json'" }),
};

test.each([1])(
  "whatever is called of what only reads, the tree and what is around it stay (seed %i)",
  {
    timeout: 120_000,
  },
  async (seed) => {
    using tree = hostileTree(seed);
    const { base, root, bin } = tree;
    vi.stubEnv("PATH", [bin, process.env.PATH].join(delimiter));
    const linters = localPrograms({ roots: [root] });
    const presets = [coding({ root, linters, shell: false, web: false }), readonly({ root, web: false })];
    const paths = [root, ...["sub/f.py", "link0", "real/f.ts", ".."].map((p) => join(root, p))];
    const called = new Set<string>();
    for (const preset of presets) {
      await using session = openSession(preset.registry, preset);
      await preset.registry.load();
      // Changed files make read_lints copy the project and put old contents into the copy.
      if (preset === presets[0]) {
        await session.call("write_file", { path: "real/new.py", content: "new = 1\n" });
        await session.call("read_file", { path: "f.py" });
        await session.call("edit_file", { path: "f.py", old_string: "import os", new_string: "import re" });
        expect(readFileSync(join(root, "f.py"), "utf8")).toBe("import re\n");
      }
      const before = snapshot(base);
      for (const { name, hints } of preset.registry.tools()) {
        if (!hints?.readOnly) continue;
        const input = inputs[name];
        if (!input) continue;
        called.add(name);
        for (const path of paths) await session.call(name, input(path));
        expect(snapshot(base), name).toEqual(before);
      }
    }
    const missing = presets
      .flatMap(({ registry }) => registry.tools())
      .filter(({ name, hints }) => hints?.readOnly && !called.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(tree.ran()).toContain("holdall-before-");
  },
);
