import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Path, toPath } from "@holdall/tool-core";

export interface TestProject extends Disposable {
  readonly folder: string;
  path(name: string): Path;
  write(name: string, text: string): void;
}

/** A folder with files, gone when it is disposed. */
export function testProject(files: Readonly<Record<string, string>> = {}): TestProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "language-servers-")));
  const project: TestProject = {
    folder,
    path: (name) => toPath(join(folder, name)),
    write(name, text) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
  for (const [name, text] of Object.entries(files)) project.write(name, text);
  return project;
}

/** Two projects of TypeScript: sources, and tests that have a configuration of their own. */
export const typescriptFiles: Readonly<Record<string, string>> = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "allowImportingTsExtensions": true, "noEmit": true }, "include": ["src"] }',
  "src/add.ts": "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
  "src/total.ts":
    'import { add } from "./add.ts";\n\nexport const total = (all: number[]) => all.reduce((a, b) => add(a, b), 0);\n',
  "test/tsconfig.json": '{ "extends": "../tsconfig.json", "include": ["."] }',
  "test/add.check.ts":
    'import { add } from "../src/add.ts";\n\nexport function check() {\n  return add(1, 2) === 3;\n}\n',
};
