import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Path, toPath } from "@holdall/tool-core";
import { onTestFinished } from "vitest";

/** For tests: a folder with `root` and, beside it, `outside`. It goes when the test ends. */
export function testFolder(parent = tmpdir()): {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
  at(name: string): Path;
} {
  const base = mkdtempSync(join(realpathSync(parent), "holdall-test-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [join(base, "root"), join(base, "outside")];
  mkdirSync(root);
  mkdirSync(outside);
  return { base, root, outside, at: (name) => toPath(join(root, name)) };
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => new TextDecoder().decode(bytes);

/** The code of the ToolError a promise fails with, or "no error". */
export const codeOf = (promise: Promise<unknown> | undefined): Promise<string> =>
  Promise.resolve(promise).then(
    () => "no error",
    (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : String(error)),
  );
