import type { Backend } from "@holdall/tool-core";
import { meantPath } from "./paths/path-correction.ts";
import { mayMeanAnother, type PathRole } from "./paths/path-role.ts";
import type { LinePosition } from "./paths/path-spellings.ts";

/** An input with the paths that were meant, and sentences about them. */
export async function meantInput<I extends object>(
  backend: Backend,
  written: I,
  roles: readonly (readonly [string, PathRole])[],
  placed: ((input: I, position: LinePosition) => I) | undefined,
  cwd: string,
): Promise<{ readonly input: I; readonly notes: readonly string[] }> {
  let input = written;
  const notes: string[] = [];
  for (const [key, role] of roles) {
    const value = (written as Readonly<Record<string, unknown>>)[key];
    if (typeof value !== "string" && !Array.isArray(value)) continue;
    const each = await Promise.all(
      [value]
        .flat()
        .map((path: unknown) =>
          typeof path === "string" && mayMeanAnother(path) ? meantPath(backend, path, role, cwd) : undefined,
        ),
    );
    if (!each.some(Boolean)) continue;
    const paths = each.map((meant, index) => meant?.path ?? [value].flat()[index]);
    input = { ...input, [key]: Array.isArray(value) ? paths : paths[0] };
    notes.push(...each.flatMap((meant) => meant?.note ?? []));
    const position = typeof value === "string" ? each[0]?.at : undefined;
    if (position && placed) input = placed(input, position);
  }
  return { input, notes };
}
