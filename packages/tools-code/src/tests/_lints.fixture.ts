import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { CodeServer, ProgramRunner } from "@holdall/language-servers/port";
import {
  allow,
  contentText,
  createRegistry,
  firstOf,
  openSession,
  type Policy,
  type Session,
} from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import type { ReadLintsInput, ReadLintsOutput } from "../_lints/schema.ts";
import { lintsAfterEdit } from "../lints-after-edit.ts";
import { readLints } from "../read-lints.ts";

export interface LintProject extends AsyncDisposable {
  readonly folder: string;
  readonly session: Session;
  /** Write by somebody else than the session. */
  write(name: string, text: string): void;
  /** What the model reads of the edit. */
  edit(name: string, old: string, fresh: string): Promise<string>;
  make(name: string, content: string): Promise<void>;
  lints(input?: Partial<ReadLintsInput>): Promise<ReadLintsOutput & { readonly text: string }>;
}

interface Options {
  readonly servers?: (folder: string) => CodeServer & Partial<AsyncDisposable>;
  readonly programs?: (folder: string) => ProgramRunner;
  readonly policy?: Policy;
  readonly lintTimeout?: number;
  /** Milliseconds for the lints of edits; none without it. */
  readonly afterEdit?: number;
}

/** A project on disk with a session that edits it and reads its lints. */
export function lintProject(files: Readonly<Record<string, string>>, options: Options = {}): LintProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "read-lints-")));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const backend = nodeBackend({ roots: [folder] });
  const servers = options.servers?.(folder);
  const programs = options.programs?.(folder);
  const own = fsTools({ backend });
  const changing = servers && options.afterEdit ? lintsAfterEdit(own, { servers, within: options.afterEdit }) : own;
  const tools = [...changing, readLints({ backend, servers, programs, lintTimeout: options.lintTimeout })];
  const policy = options.policy ? firstOf(options.policy, allow()) : allow();
  const session = openSession(createRegistry(tools), { policy, cwd: folder });
  const call = async (name: string, input: unknown) => {
    const result = await session.call(name, input);
    if (!result.ok) throw result.error;
    return result;
  };
  return {
    ...{ folder, session, write },
    async edit(name, old, fresh) {
      await call("read_file", { path: name });
      return contentText((await call("edit_file", { path: name, old_string: old, new_string: fresh })).content);
    },
    async make(name, content) {
      await call("write_file", { path: name, content });
    },
    async lints(input = {}) {
      const { output, content } = await call("read_lints", input);
      const text = contentText(content);
      return { ...(output as ReadLintsOutput), text };
    },
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await servers?.[Symbol.asyncDispose]?.();
      await backend[Symbol.asyncDispose]?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const typescriptProject: Readonly<Record<string, string>> = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "noUnusedLocals": true, "noEmit": true, "allowImportingTsExtensions": true, "lib": ["es5"], "types": [], "skipLibCheck": true }, "include": ["src"] }',
  "src/add.ts": "export function add(a: number, b: number): number {\n  return a + b;\n}\n",
  "src/use.ts": 'import { add } from "./add.ts";\n\nexport const three: number = add(1, 2);\n',
  "src/old.ts": 'export const wrong: number = "old";\n',
};
