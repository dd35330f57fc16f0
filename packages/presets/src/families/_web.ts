import { sessionNetworkOf } from "@holdall/sandbox/port";
import { ask, type Policy } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { extractPdf } from "@holdall/tools-fs";
import { type WebTool, type WebToolsOptions, webTools } from "@holdall/tools-web";
import { webNote } from "../session/notes.ts";

/** Options of the web tools; `false` disables them. */
export type PresetWeb = WebToolsOptions | false;

/** The web tools, with their policy and notes of a preset. */
export interface Web {
  readonly tools: readonly WebTool[];
  readonly policy: Policy;
  readonly about: string;
}

/** Search with whatever this process has keys for; the user is asked for each host, unless a rule allows it. */
export function openWeb(options: PresetWeb = {}, secrets?: Secrets): Web {
  if (options === false) return { tools: [], policy: () => undefined, about: "" };
  const tools = webTools({
    pdf: extractPdf,
    ownServers: (session) => sessionNetworkOf(session).opened,
    ...(secrets && { secrets }),
    ...options,
    search: { env: globalThis.process?.env ?? {}, ...options.search },
  });
  return { tools, policy: ask({ actions: ["network"], tools: tools.map(({ name }) => name) }), about: webNote };
}
