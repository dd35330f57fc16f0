export { isInside } from "./is-inside.ts";
export { resolveOptional } from "./resolve-optional.ts";
export { isPrivateFolder, type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
