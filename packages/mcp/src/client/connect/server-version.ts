import { sha256Hex } from "@holdall/tool-kit";
import type { ServerPlace } from "../server-config.ts";

/**
 * What a server is, as the version of accesses to its tools: an approval does not hold for another program or URL with its name.
 * Headers are left out, because tokens in them change.
 */
export function serverVersion(place: ServerPlace): Promise<string> {
  const parts =
    place.kind === "stdio"
      ? [
          place.kind,
          place.command,
          place.args,
          place.cwd,
          Object.entries(place.env).sort(([a], [b]) => (a < b ? -1 : 1)),
        ]
      : [place.kind, place.url];
  return sha256Hex(JSON.stringify(parts));
}
