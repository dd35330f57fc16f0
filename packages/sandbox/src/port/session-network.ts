import type { StateKey } from "@holdall/tool-core";
import type { Sandbox, SandboxNetwork } from "./sandbox.ts";

/** The network that is shared by the commands of a session and of its child sessions. */
export interface SessionNetwork {
  /** Undefined until a command has joined it, and where there is none. */
  readonly opened: SandboxNetwork | undefined;
  /** Open it, unless it is open. Undefined where that is not possible. */
  open(sandbox: Sandbox): Promise<SandboxNetwork | undefined>;
}

interface Holding {
  readonly network: SessionNetwork;
  readonly isOwn: boolean;
}

const key: StateKey<Holding> = {
  name: "session-network",
  create: () => ({ network: createSessionNetwork(), isOwn: true }),
  inherit: ({ network }) => ({ network, isOwn: false }),
  dispose: async ({ network, isOwn }) => {
    if (isOwn) await network.opened?.[Symbol.asyncDispose]();
  },
};

export const sessionNetworkOf = ({ state }: { state<T>(key: StateKey<T>): T }): SessionNetwork => state(key).network;

function createSessionNetwork(): SessionNetwork {
  let opening: Promise<SandboxNetwork | undefined> | undefined;
  let opened: SandboxNetwork | undefined;
  return {
    get opened() {
      return opened;
    },
    async open(sandbox) {
      if (opened && !opened.isOpen) opening = undefined;
      opening ??= (sandbox.openNetwork?.() ?? Promise.resolve(undefined)).catch(() => undefined);
      opened = await opening;
      return opened;
    },
  };
}
