export { createDisposeStack, type DisposeStack } from "../async/dispose-stack.ts";
export { childEnvironment } from "./child-environment.ts";
export { endWithProcess, killGroup } from "./child-group.ts";
export { type ClaimedStdout, claimStdout } from "./claim-stdout.ts";
export { isInside } from "./is-inside.ts";
export { realPlace } from "./real-place.ts";
export { resolveOptional } from "./resolve-optional.ts";
export { isPrivateFolder, type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";
