// Builds what is published, every library and the command: `pnpm build`.
import { root } from "./_workspace.ts";
import { buildCommand } from "./build-command.ts";
import { buildLibraries } from "./build-libraries.ts";

await Promise.all([buildLibraries(root), buildCommand()]);
