import { ToolError } from "@holdall/tool-core";

type Load = () => Promise<unknown>;

const provided = new Map<string, Load>();

/**
 * Provide an optional library for the tools of a page, for example `provideLibrary("unpdf", () => import("unpdf"))`. The
 * import must be in the code of the page, because bundlers resolve every import that they see. Not needed in Node.
 */
export function provideLibrary(specifier: string, load: Load): void {
  provided.set(specifier, load);
}

/** Load a library that the page has provided. Throws `unavailable` with the package to install and the code to add. */
export async function loadProvided<T>(specifier: string, packages: string): Promise<T> {
  const load = provided.get(specifier);
  if (!load)
    throw new ToolError("unavailable", `This page does not bring ${specifier} along.`, {
      hint: `Tell the developer of the page: npm install ${packages}, then provideLibrary("${specifier}", () => import("${specifier}")).`,
    });
  return (await load()) as T;
}
