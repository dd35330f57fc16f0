import { type ChatOptions, chatCheckpoints } from "@holdall/chat";
import { homeFolder, stateFolder } from "../../config/ownership/user-folder.ts";
import type { Io } from "../../io.ts";
import type { Setup } from "../../setup/set-up.ts";

/** How the checkpoints of a conversation are opened, or in words why there are none. */
export const checkpointsOf = (
  folder: string,
  { preset, root, moreRoots, backend }: Pick<Setup, "preset" | "root" | "moreRoots" | "backend">,
  { isOff, env }: { readonly isOff: boolean | undefined; readonly env: Io["env"] },
): NonNullable<ChatOptions["checkpoints"]> | string =>
  isOff
    ? "No checkpoints are kept, because of --no-checkpoints."
    : chatCheckpoints({
        folder,
        state: stateFolder(env),
        workspace: preset.backend,
        roots: [root, ...moreRoots],
        isOnDisk: backend === undefined,
        home: homeFolder(env),
      });
