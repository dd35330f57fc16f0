import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import type { Checkpoints } from "@holdall/checkpoints";
import { type Backend, ToolError, toPath } from "@holdall/tool-core";
import { isInside, realPlace } from "@holdall/tool-kit/node";

interface CheckpointPlace {
  /** The folder of the conversations about this place. */
  readonly folder: string;
  /** Where everything of the host is kept. Tools that could write there could change checkpoints. */
  readonly state: string;
  readonly workspace: Backend;
  /** Folders of it. */
  readonly roots: readonly string[];
  readonly isOnDisk: boolean;
  /** The home of the person. */
  readonly home: string;
}

/** Opens the checkpoints of a session, kept where its tools cannot write. */
export type OpenChatCheckpoints = (sessionId: string) => Promise<Checkpoints>;

/**
 * Get a function that opens checkpoints, or the reason why there are none. Old checkpoints are deleted when the first ones are
 * opened.
 */
export function chatCheckpoints({
  folder,
  state,
  workspace,
  roots,
  isOnDisk,
  home,
}: CheckpointPlace): OpenChatCheckpoints | string {
  const wide = isOnDisk && roots.find((root) => ["/", realPlace(home)].includes(realPlace(root)));
  if (wide) return `No checkpoints are kept: ${wide} is too large to compare before and after each command.`;
  const real = realPlace(state) ?? state;
  const around = isOnDisk && roots.find((root) => isInside(real, realPlace(root) ?? root));
  if (around) return `No checkpoints are kept: ${around} contains the folder that would hold them, ${state}.`;
  const place = join(folder, "checkpoints");
  let isSwept = false;
  return async (sessionId) => {
    const { openCheckpoints, sweepCheckpoints } = await import("@holdall/checkpoints");
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const store = nodeBackend({ roots: [place], private: true });
    if (!isSwept) {
      isSwept = true;
      await sweepCheckpoints({ store, folder: toPath(place) }).catch((error: unknown) => {
        if (!ToolError.is(error) || error.code !== "stale") throw error; // another process does it
      });
    }
    return await openCheckpoints({
      workspace,
      roots,
      store: { backend: store, folder: place },
      sessionId,
    });
  };
}
