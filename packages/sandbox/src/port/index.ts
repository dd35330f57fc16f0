export { type GitSetting, gitSettings } from "./git-settings.ts";
export {
  type OwnCommands,
  ownCommandsOf,
  type ReplacedCheckout,
  type ReplacedRoot,
  setOwnCommands,
} from "./own-commands.ts";
export { protectedBelow, protectedNames, protectedPaths, protectedReason } from "./protected-paths.ts";
export type {
  PathDenial,
  Sandbox,
  SandboxLaunch,
  SandboxLevel,
  SandboxNetwork,
  SandboxReport,
  SandboxRequest,
} from "./sandbox.ts";
export { type SessionNetwork, sessionNetworkOf } from "./session-network.ts";
