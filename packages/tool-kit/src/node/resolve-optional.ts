import { createRequire } from "node:module";

/**
 * Get the file of a specifier of a package that may not be installed. `from` is `import.meta.url` of the caller, or a file.
 * Throws the error of Node if there is none. Bundlers for servers (Turbopack) resolve literal names in `require.resolve` and
 * fail on optional packages, but ignore names that are arguments.
 */
export const resolveOptional = (specifier: string, from: string): string => createRequire(from).resolve(specifier);
