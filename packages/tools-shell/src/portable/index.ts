export type { BashOutput } from "../run/bash-output.ts";
export type { CommandChange } from "./files/changes.ts";
export { movedTo } from "./files/moves.ts";
export type { CommandChanges, PortableClient, PortableLimits, PortableShellOptions } from "./options.ts";
export { type PortableBashInput, portableBash } from "./portable-bash.ts";
