import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { localPrograms } from "@holdall/language-servers";
import { toPath } from "@holdall/tool-core";
import { afterEach, expect, test, vi } from "vitest";
import { lintProject } from "./_lints.fixture.ts";

const require = createRequire(import.meta.url);
afterEach(() => vi.unstubAllEnvs());

/** Code in every language that a configuration might lead to; it leaves `ran` in the folder that is named. */
const evil = (ran: string) => ({
  "evil.cjs": `require("fs").writeFileSync(${JSON.stringify(ran)}, "");\nmodule.exports = () => ({ create: (info) => info.languageService });\n`,
  "evil.py": `open(${JSON.stringify(ran)}, "w")\n`,
  "sitecustomize.py": `open(${JSON.stringify(ran)}, "w")\n`,
  "venv/bin/python": `#!/bin/sh\n: > '${ran}'\n`,
  "venv/bin/python3": `#!/bin/sh\n: > '${ran}'\n`,
  "more.json": '{ "extends": "./no.json" }',
});

interface Case {
  readonly name: string;
  /** The manifest of the package that brings it for these tests; without one it has to be on the PATH. */
  readonly from?: string;
  readonly file: string;
  readonly text: string;
  /** By the name of a file that the model writes; `@` is a folder outside of the project. */
  readonly configs: Readonly<Record<string, string>>;
}

const cases: readonly Case[] = [
  {
    name: "tsc",
    from: require.resolve("typescript/package.json"),
    ...{ file: "a.ts", text: "export const a: number = 1;\n" },
    configs: {
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          plugins: [{ name: "./evil.cjs", transform: "./evil.cjs" }],
          ...{ types: [], outDir: "@/out", declaration: true, declarationDir: "@/types", sourceMap: true },
          ...{ incremental: true, composite: true, tsBuildInfoFile: "@/info", noEmit: false },
          ...{ generateTrace: "@/trace", generateCpuProfile: "@/profile" },
        },
        files: ["a.ts"],
      }),
    },
  },
  {
    name: "biome",
    from: require.resolve("@biomejs/biome/package.json"),
    ...{ file: "a.js", text: "export const a = 1;\n" },
    configs: { "biome.json": '{ "plugins": ["./evil.cjs"], "files": { "includes": ["**"] } }' },
  },
  {
    name: "oxlint",
    from: require.resolve("oxlint/package.json"),
    ...{ file: "a.js", text: "export const a = 1;\n" },
    configs: { ".oxlintrc.json": '{ "jsPlugins": ["./evil.cjs"], "rules": {} }' },
  },
  {
    name: "ruff",
    ...{ file: "a.py", text: "import os\n" },
    configs: {
      "ruff.toml": 'fix = true\nunsafe-fixes = true\ncache-dir = "@/cache"\nsrc = ["@"]\n[lint]\nselect = ["F"]\n',
    },
  },
  {
    name: "ruff",
    ...{ file: "a.py", text: "import os\n" },
    configs: { "pyproject.toml": '[tool.ruff]\nfix = true\ncache-dir = "@/cache"\n' },
  },
  {
    name: "pyright",
    ...{ file: "a.py", text: "a: int = 1\n" },
    configs: { "pyrightconfig.json": '{ "venvPath": ".", "venv": "venv", "stubPath": "@/stubs" }' },
  },
  {
    name: "mypy",
    ...{ file: "a.py", text: "a: int = 1\n" },
    configs: {
      "setup.cfg": "[mypy]\nplugins = ./evil.py\nhtml_report = @/out\npython_executable = ./venv/bin/python\n",
    },
  },
  {
    name: "shellcheck",
    ...{ file: "a.sh", text: "#!/bin/sh\necho\n" },
    configs: { ".shellcheckrc": "external-sources=true\nsource-path=@\n" },
  },
];

/** Put the program of a package that these tests depend on on the PATH, where nothing of a project is. */
function install(bin: string, name: string, manifest: string): void {
  const { bin: programs } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const script = join(dirname(manifest), programs[name] ?? "");
  writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`, { mode: 0o755 });
}

const namesIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

for (const { name, from, file, text, configs } of cases) {
  const [config = ""] = Object.keys(configs);
  const isThere =
    from !== undefined ||
    (await localPrograms({ roots: [import.meta.dirname] }).find(name, toPath(import.meta.dirname))) !== undefined;
  // What is not on the PATH cannot be asked.
  test.skipIf(!isThere)(`${config} that the model writes makes ${name} run and write nothing`, async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), "shared-configs-")));
    const [outside, bin, ran] = [join(top, "outside"), join(top, "bin"), join(top, "ran")];
    for (const folder of [outside, bin]) mkdirSync(folder);
    if (from !== undefined) install(bin, name, from);
    vi.stubEnv("PATH", [bin, process.env.PATH].join(delimiter));
    const asked: string[] = [];
    await using project = lintProject(
      { [file]: text, ...evil(ran) },
      {
        programs: (folder) => localPrograms({ roots: [folder] }),
        lintTimeout: 120_000,
        policy({ access }) {
          if (access?.action !== "execute" || access.target === "linters") return undefined;
          asked.push(access.target);
          return access.target.startsWith("project-linter:") ? { effect: "deny", reason: "no" } : { effect: "allow" };
        },
      },
    );
    for (const path of ["venv/bin/python", "venv/bin/python3"]) chmodSync(join(project.folder, path), 0o755);
    for (const [path, content] of Object.entries(configs)) await project.make(path, content.replaceAll("@", outside));
    const before = namesIn(project.folder);
    await project.lints({ paths: [file], tools: [name], all: true });
    expect(asked.length).toBeGreaterThan(0);
    expect(existsSync(ran)).toBe(false);
    expect(namesIn(outside)).toEqual([]);
    expect(namesIn(project.folder)).toEqual(before);
    expect(readFileSync(join(project.folder, file), "utf8")).toBe(text);
    rmSync(top, { recursive: true });
  });
}
