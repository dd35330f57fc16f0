export { isInside } from "./is-inside.ts";
export { isPrivateFolder, type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
