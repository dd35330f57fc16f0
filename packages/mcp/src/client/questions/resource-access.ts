import type { Access } from "@holdall/tool-core";
import type { Connection } from "../connect/connection.ts";
import { serverVersion } from "../connect/server-version.ts";
import { resourceTarget } from "./target-of.ts";

/** The accesses of reading a resource of servers, or of listing theirs. */
export const resourceAccess = (connections: readonly Connection[], uri?: string): Promise<Access[]> =>
  Promise.all(
    connections.map(async ({ config: { name, place } }) => ({
      action: "execute" as const,
      target: resourceTarget(name, uri),
      version: await serverVersion(place),
    })),
  );
