import { join } from "node:path";
import type { FakeMode } from "./_fake-server.fixture.ts";
import { type TestProject, testProject } from "./_project.fixture.ts";
import { type ServerPool, type ServerPoolOptions, serverPool } from "./server-pool.ts";

interface FakeOptions extends Partial<ServerPoolOptions> {
  readonly encoding?: string;
  /** What it answers, with `$ROOT` for the URI of the project. */
  readonly reply?: unknown;
  readonly files?: Readonly<Record<string, string>>;
}

export interface FakePool extends AsyncDisposable {
  readonly pool: ServerPool;
  readonly project: TestProject;
}

/** A pool over a fake server for `.fake` files, in a project with `a.fake`. */
export function fakePool(
  mode: FakeMode,
  { encoding = "utf-16", reply = null, files, ...options }: FakeOptions = {},
): FakePool {
  const project = testProject(files ?? { "a.fake": "let a = 1;\n" });
  project.write(".reply", JSON.stringify(reply));
  const program = join(import.meta.dirname, "_fake-server.fixture.ts");
  const pool = serverPool({
    roots: [project.folder],
    servers: [
      {
        name: "fake",
        languages: { fake: "fake" },
        command: [process.execPath, "--no-warnings", program, mode, encoding],
        settings: { fake: { level: 3 } },
        env: { FAKE_FIRST: join(project.folder, ".first") },
      },
    ],
    ...options,
  });
  return {
    pool,
    project,
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
      project[Symbol.dispose]();
    },
  };
}
