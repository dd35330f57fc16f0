import { chmodSync, existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { localPrograms } from "@holdall/language-servers";
import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { lintProject } from "./_lints.fixture.ts";

const require = createRequire(import.meta.url);

interface RealLinter {
  readonly name: string;
  /** The manifest of the package that brings it for these tests; without one it has to be on the PATH. */
  readonly from?: string;
  readonly program?: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file with a problem, that without, and one that the configuration leaves out. */
  readonly bad: string;
  readonly fine: string;
  readonly ignored?: string;
  readonly problem: object;
  /** A configuration that the tool refuses. */
  readonly broken?: Readonly<Record<string, string>>;
}

const tsx = { "bad.js": "debugger;\nconst a = 1;\nif (a == 2) call(a);\n", "fine.js": "export const one = 1;\n" };
const python = { "bad.py": '"""A module."""\n\nnumber: int = "one"\n', "fine.py": "number: int = 1\n" };

const real: readonly RealLinter[] = [
  {
    name: "eslint",
    from: require.resolve("eslint/package.json"),
    files: {
      ...tsx,
      "eslint.config.mjs": 'export default [{ ignores: ["left.js"] }, { rules: { eqeqeq: "warn" } }];\n',
      "left.js": "a == b;\n",
    },
    ...{ bad: "bad.js", fine: "fine.js", ignored: "left.js" },
    problem: { line: 3, column: 7, severity: "warning", rule: "eqeqeq" },
    broken: { "eslint.config.mjs": 'export default [{ rules: { "not-a-rule": "error" } }];\n' },
  },
  {
    name: "oxlint",
    from: require.resolve("oxlint/package.json"),
    files: { ...tsx, ".oxlintrc.json": '{ "rules": { "no-debugger": "error" } }\n' },
    ...{ bad: "bad.js", fine: "fine.js" },
    problem: { line: 1, column: 1, severity: "error", rule: "eslint(no-debugger)" },
    broken: { ".oxlintrc.json": '{ "rules": { "not-a-plugin/rule": "error" } }\n' },
  },
  {
    name: "biome",
    from: require.resolve("@biomejs/biome/package.json"),
    files: { ...tsx, "biome.json": '{ "files": { "includes": ["**", "!left.js"] } }\n', "left.js": "debugger;\n" },
    ...{ bad: "bad.js", fine: "fine.js" },
    problem: { line: 1, column: 1, severity: "error", rule: "lint/suspicious/noDebugger" },
    broken: { "biome.json": '{ "linter": { "rules": 3 } }\n' },
  },
  {
    name: "ruff",
    files: { "bad.py": "import os\n", "fine.py": "one = 1\n", "ruff.toml": '[lint]\nselect = ["F"]\n' },
    ...{ bad: "bad.py", fine: "fine.py" },
    problem: { line: 1, column: 8, severity: "warning", rule: "F401" },
    broken: { "ruff.toml": "[lint]\nselect = 3\n" },
  },
  {
    name: "mypy",
    files: { ...python, "mypy.ini": "[mypy]\n" },
    ...{ bad: "bad.py", fine: "fine.py" },
    problem: { line: 3, column: 15, severity: "error", rule: "assignment" },
    broken: { "mypy.ini": "[mypy\n" },
  },
  {
    name: "pyright",
    files: { ...python, "pyrightconfig.json": "{}\n" },
    ...{ bad: "bad.py", fine: "fine.py" },
    problem: { line: 3, column: 15, severity: "error", rule: "reportAssignmentType" },
  },
  {
    name: "shellcheck",
    files: { "bad.sh": "#!/bin/sh\necho $1\n", "fine.sh": '#!/bin/sh\necho "$1"\n' },
    ...{ bad: "bad.sh", fine: "fine.sh" },
    problem: { line: 2, column: 6, severity: "info", rule: "SC2086" },
  },
  {
    name: "go vet",
    program: "go",
    files: {
      "go.mod": "module shop\n\ngo 1.21\n",
      "bad.go": 'package shop\n\nimport "fmt"\n\nfunc Bad() { fmt.Printf("%d\\n", "one") }\n',
      "fine.go": "package shop\n",
    },
    ...{ bad: "bad.go", fine: "fine.go" },
    problem: { line: 5, severity: "error" },
    broken: { "go.mod": "nothing\n" },
  },
  {
    name: "cargo check",
    program: "cargo",
    files: {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs": 'mod fine;\n\npub fn bad() -> u8 {\n    "one"\n}\n',
      "src/fine.rs": "pub fn one() {}\n",
    },
    ...{ bad: "src/lib.rs", fine: "src/fine.rs" },
    problem: { line: 4, column: 5, severity: "error", rule: "E0308" },
    broken: { "Cargo.toml": "[package]\n" },
  },
];

/** The program of a package that these tests depend on, as a script for a project's own folder. */
function ownProgram(name: string, manifest: string): Readonly<Record<string, string>> {
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: Readonly<Record<string, string>> };
  return {
    [`node_modules/.bin/${name}`]: `#!/bin/sh\nexec "${process.execPath}" "${join(dirname(manifest), bin[name]!)}" "$@"\n`,
  };
}

const isThere = async ({ name, program = name, from }: RealLinter): Promise<boolean> =>
  from !== undefined ||
  (await localPrograms({ roots: [import.meta.dirname] }).find(program, toPath(import.meta.dirname))) !== undefined;

for (const linter of real) {
  const { name, from, files, bad, fine, ignored, problem, broken } = linter;
  const open = (changed: Readonly<Record<string, string>> = {}) => {
    const own = from === undefined ? {} : ownProgram(name, from);
    const project = lintProject(
      { ...files, ...own, ...changed },
      { programs: (folder) => localPrograms({ roots: [folder] }), lintTimeout: 60_000 },
    );
    for (const path of Object.keys(own)) chmodSync(join(project.folder, path), 0o755);
    return project;
  };
  const there = await isThere(linter);
  // What is not on the PATH cannot be asked.
  describe.skipIf(!there)(there ? name : `${name} (it is not on the PATH)`, { timeout: 120_000 }, () => {
    test("a problem is found where it is, and a file without one is clean", async () => {
      await using project = open();
      const found = await project.lints({ paths: [bad], tools: [name], all: true });
      expect(found.tools).toMatchObject([{ tool: name, status: "ok" }]);
      expect(found.problems).toContainEqual(
        expect.objectContaining({ path: join(project.folder, bad), tool: name, ...problem }),
      );
      const clean = await project.lints({ paths: [fine], tools: [name] });
      expect(clean).toMatchObject({ clean: true, problems: [], checked: [join(project.folder, fine)] });
      for (const left of [".mypy_cache", ".ruff_cache", "target", "Cargo.lock"])
        expect(existsSync(join(project.folder, left))).toBe(false);
    });

    // Only where the configuration above leaves a file out.
    test.skipIf(ignored === undefined)("a file that its configuration leaves out was not checked", async () => {
      await using project = open();
      const found = await project.lints({ paths: [ignored!], tools: [name] });
      expect(found).toMatchObject({ clean: false, checked: [], unchecked: [{ reason: `${name} leaves it out` }] });
    });

    // Only where there is one that it refuses.
    test.skipIf(broken === undefined)("with a configuration that it refuses it has failed", async () => {
      await using project = open(broken);
      const found = await project.lints({ paths: [fine], tools: [name] });
      expect(found).toMatchObject({ clean: false, checked: [], tools: [{ status: "failed" }] });
    });
  });
}
