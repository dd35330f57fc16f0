import { createRequire } from "node:module";

/**
 * The file that a specifier leads to, for a package that may not be installed. `from` is `import.meta.url` of the caller, or a
 * file. Throws what Node throws where there is none. Bundlers for servers (Turbopack) resolve names that stand in
 * `require.resolve`, and fail on what is optional; a name that is an argument they leave alone.
 */
export const resolveOptional = (specifier: string, from: string): string => createRequire(from).resolve(specifier);
