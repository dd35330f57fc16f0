import { ToolError } from "@holdall/tool-core";

type Load = () => Promise<unknown>;

const provided = new Map<string, Load>();

/**
 * Give the tools of a page a library that is optional, such as `provideLibrary("unpdf", () => import("unpdf"))`. The
 * import stands in the page's own code, because bundlers resolve every import that they see, used or not. Node needs none of it.
 */
export function provideLibrary(specifier: string, load: Load): void {
  provided.set(specifier, load);
}

/** Load what the page gave. Throws `unavailable` with what to install and to write. */
export async function loadProvided<T>(specifier: string, packages: string): Promise<T> {
  const load = provided.get(specifier);
  if (!load)
    throw new ToolError("unavailable", `This page does not bring ${specifier} along.`, {
      hint: `Tell the developer of the page: npm install ${packages}, then provideLibrary("${specifier}", () => import("${specifier}")).`,
    });
  return (await load()) as T;
}
