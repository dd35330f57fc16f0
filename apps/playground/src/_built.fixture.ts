import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { keptBuild } from "../../../scripts/testing/kept-build.ts";
import type { SharedService } from "../../../scripts/testing/shared-services.ts";

/** What people get, or the same as React checks it, with its warnings. */
export type Mode = "production" | "development";

/** The folder of the built page: made by a process of its own, once for all tests of a run, and again when a source has changed. */
export async function buildPlayground(mode: Mode): Promise<SharedService> {
  const program = join(import.meta.dirname, "_build.fixture.ts");
  const folder = await keptBuild(`playground-${mode}`, (aside) =>
    promisify(execFile)(process.execPath, [program, mode, aside], { env: { ...process.env, NODE_ENV: mode } }),
  );
  return { give: () => folder };
}
