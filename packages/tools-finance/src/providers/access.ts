import type { Access } from "@holdall/tool-core";
import type { Provider } from "./provider.ts";

/** What asking a provider touches: its address, and credits where prices cost some. */
export const accessesOf = ({ name, url, costs }: Provider): readonly Access[] => [
  { action: "network", target: url },
  ...(costs ? [{ action: "spend", target: name } as const] : []),
];
