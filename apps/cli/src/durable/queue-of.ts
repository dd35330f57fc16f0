import { hash } from "node:crypto";

/** The queue of runs that work on these files: a worker on another folder must not take them. */
export const queueOf = ({
  root,
  backend,
}: {
  readonly root: string;
  readonly backend?: { readonly address: string } | undefined;
}): string => `files-${hash("sha256", JSON.stringify([backend?.address ?? "", root])).slice(0, 16)}`;

/** The queue of the agents that such runs, or sessions, have begun: of its own, so that who waits for one never has its place. */
export const agentQueueOf = (queue: string): string => `${queue}.agents`;
