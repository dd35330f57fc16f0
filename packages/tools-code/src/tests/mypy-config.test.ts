import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { localPrograms } from "@holdall/language-servers";
import { toPath } from "@holdall/tool-core";
import { afterEach, expect, test, vi } from "vitest";
import { parseIni } from "../_lints/linters/ini-file.ts";
import { lintProject } from "./_lints.fixture.ts";

afterEach(() => vi.unstubAllEnvs());

/** A mypy on the PATH, outside of the project, that writes down its arguments and the configuration that it gets. */
function recordingMypy() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "recording-mypy-")));
  const file = join(folder, "mypy");
  writeFileSync(
    file,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/args'\ncat "\${1#--config-file=}" > '${folder}/config'\n`,
  );
  chmodSync(file, 0o755);
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  return {
    args: () => readFileSync(join(folder, "args"), "utf8").trim().split("\n"),
    config: () => readFileSync(join(folder, "config"), "utf8"),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Code that leaves a file beside it, as a plugin and as an interpreter. */
const evil = {
  "evil.py":
    'import pathlib\npathlib.Path(__file__).with_name("ran").touch()\ndef plugin(version):\n    raise SystemExit\n',
  py: '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n',
};

const open = (files: Readonly<Record<string, string>>) => {
  const project = lintProject(
    { "a.py": 'one: int = "1"\n', ...evil, ...files },
    {
      programs: (folder) => localPrograms({ roots: [folder] }),
      lintTimeout: 120_000,
      policy: ({ access }) =>
        access?.action === "execute" && access.target.startsWith("project-linter:")
          ? { effect: "deny", reason: "It runs code of the project." }
          : undefined,
    },
  );
  chmodSync(join(project.folder, "py"), 0o755);
  return project;
};

const hostile: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ["plugins:", { "mypy.ini": "[mypy]\nplugins: ./evil.py\n" }, /"plugins"/],
  ["Plugins =", { "mypy.ini": "[mypy]\nPlugins = ./evil.py\n" }, /"plugins"/],
  ["plugins over two lines", { "mypy.ini": "[mypy]\nplugins =\n  ./evil.py\n" }, /"plugins"/],
  ["plugins in [DEFAULT]", { "mypy.ini": "[DEFAULT]\nplugins = ./evil.py\n[mypy]\n" }, /"plugins"/],
  ['"plugins" in TOML', { "pyproject.toml": '[tool.mypy]\n"plugins" = ["./evil.py"]\n' }, /"plugins"/],
  ["an escape in TOML", { "pyproject.toml": '[tool.mypy]\n"plug\\u0069ns" = ["./evil.py"]\n' }, /"plugins"/],
  ["dotted in TOML", { "pyproject.toml": '[tool]\nmypy.plugins = ["./evil.py"]\n' }, /"plugins"/],
  [
    "a clean .mypy.ini beside a mypy.ini with a plugin",
    { ".mypy.ini": "[mypy]\n", "mypy.ini": "[mypy]\nplugins = ./evil.py\n" },
    /mypy\.ini was used without "plugins"/,
  ],
  ["python_executable", { "mypy.ini": "[mypy]\npython_executable = ./py\n" }, /"python_executable"/],
  ["setup.cfg", { "setup.cfg": "[mypy]\nplugins = ./evil.py\n" }, /"plugins"/],
  [
    "what else leads elsewhere",
    {
      "mypy.ini": "[mypy]\ncustom_typing_module = evil\ninstall_types = True\nhtml_report = ./out\nmypy_path = /etc\n",
    },
    /"custom_typing_module", "install_types", "html_report", "mypy_path"/,
  ],
];

test.each(hostile)("%s reaches no mypy, and is named", async (_, files, named) => {
  using mypy = recordingMypy();
  await using project = open(files);
  const { tools, text } = await project.lints({ paths: ["a.py"], tools: ["mypy"] });
  expect(tools).toMatchObject([{ tool: "mypy", status: "ok", notes: [expect.stringMatching(named)] }]);
  expect(text).toMatch(named);
  expect(mypy.config()).toBe("[mypy]\n");
  const [first, ...rest] = mypy.args();
  expect(first).toMatch(/^--config-file=\/.*\/mypy\.ini$/);
  expect(first).not.toContain(project.folder);
  expect(rest.some((arg) => arg.startsWith("--config-file"))).toBe(false);
  expect(existsSync(first!.slice("--config-file=".length))).toBe(false);
});

const installed = await localPrograms({ roots: [import.meta.dirname] }).find("mypy", toPath(import.meta.dirname));

/** Those that differ in how mypy would find what it runs; it takes seconds for each. */
const kinds = hostile.filter(([name]) => /^plugins:|^dotted|^a clean|^python/.test(name));

// What is not on the PATH cannot be asked.
test.skipIf(!installed).each(kinds)("the real mypy runs nothing with %s", { timeout: 120_000 }, async (_, files) => {
  await using project = open(files);
  const { tools, problems } = await project.lints({ paths: ["a.py"], tools: ["mypy"], all: true });
  expect(tools).toMatchObject([{ status: "ok" }]);
  expect(problems).toMatchObject([{ rule: "assignment" }]);
  for (const left of ["ran", "out"]) expect(existsSync(join(project.folder, left))).toBe(false);
});

test("settings that are data reach it, in its own order and for modules", async () => {
  using mypy = recordingMypy();
  await using project = open({
    "pyproject.toml": [
      "[tool.mypy]",
      'python_version = "3.12"',
      "strict = true",
      'mypy_path = "$MYPY_CONFIG_FILE_DIR/src"',
      'exclude = ["build"]',
      "[[tool.mypy.overrides]]",
      'module = ["a.*", "b"]',
      "allow_untyped_defs = true",
      'disable_error_code = ["misc", "no-any-return"]',
    ].join("\n"),
    "setup.cfg": "[mypy]\nstrict = False\n",
  });
  const { tools } = await project.lints({ paths: ["a.py"], tools: ["mypy"] });
  expect(tools[0]).not.toHaveProperty("notes");
  const section = "allow_untyped_defs = true\ndisable_error_code = misc, no-any-return\n";
  expect(mypy.config()).toBe(
    `[mypy]\npython_version = 3.12\nstrict = true\nmypy_path = ./src\n[mypy-a.*]\n${section}[mypy-b]\n${section}`,
  );
});

test("a configuration that cannot be read is not guessed at", async () => {
  using mypy = recordingMypy();
  await using project = open({ "mypy.ini": "plugins = ./evil.py\n" });
  const { tools } = await project.lints({ paths: ["a.py"], tools: ["mypy"] });
  expect(tools).toMatchObject([{ status: "failed", message: expect.stringContaining("Correct it first") }]);
  expect(() => mypy.args()).toThrow();
});

test("INI files are read as Python reads them", () => {
  const read = (text: string) => {
    const sections = parseIni(text);
    return sections && Object.fromEntries([...sections].map(([name, options]) => [name, Object.fromEntries(options)]));
  };
  expect(read("[DEFAULT]\nA=1\n[x]\n# no\nB : 2\n  3\n\n  4\n[y] ; z\na = 5\n")).toEqual({
    x: { a: "1", b: "2\n3\n4" },
    y: { a: "5" },
  });
  for (const text of ["a = 1\n", "[x]\na\n", "[x]\na=1\nA=2\n", "[x]\n[x]\n", "[x]\n= 1\n"])
    expect(read(text)).toBeUndefined();
});
