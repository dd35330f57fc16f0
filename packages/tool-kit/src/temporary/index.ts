export { isPrivateFolder, type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
