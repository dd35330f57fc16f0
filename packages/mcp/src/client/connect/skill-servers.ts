import { ToolError } from "@holdall/tool-core";
import { neutralLine } from "@holdall/tool-kit/text";
import * as z from "zod";
import { bytesOf, decodeBase64 } from "../bounds/bytes.ts";
import type { Connection } from "./connection.ts";

/**
 * A server that has skills, by the extension `io.modelcontextprotocol/skills` (SEP-2640). Its answers are not checked
 * here.
 */
export interface McpSkillServer {
  readonly name: string;
  /** All entries of `skills/list`. */
  list(signal?: AbortSignal): Promise<readonly unknown[]>;
  /** The bytes of one resource. Throws `permission_denied` where the server answers with another. */
  read(uri: string, signal?: AbortSignal): Promise<Uint8Array>;
}

const extension = "io.modelcontextprotocol/skills";
const page = z.looseObject({ skills: z.array(z.unknown()), nextCursor: z.string().optional() });

/** Entries that are taken of one server, and pages that they may come in. */
const limits = { entries: 5000, pages: 100 };

/** The connected servers that say that they have skills. */
export const skillServers = (connections: readonly Connection[]): readonly McpSkillServer[] =>
  connections
    .filter(({ state, client }) => state === "connected" && client?.getServerCapabilities()?.extensions?.[extension])
    .map(skillServer);

function skillServer(connection: Connection): McpSkillServer {
  const { name, timeout, totalTimeout: maxTotalTimeout } = connection.config;
  const unlimited = new AbortController().signal;
  return {
    name,
    async list(signal = unlimited) {
      const entries: unknown[] = [];
      let cursor: string | undefined;
      for (let count = 0; count < limits.pages; count++) {
        const request = { method: "skills/list", params: cursor === undefined ? {} : { cursor } };
        const { skills, nextCursor } = await connection.request(
          (client) => client.request(request, page, { signal, timeout, maxTotalTimeout }),
          signal,
        );
        entries.push(...skills);
        if (entries.length > limits.entries) break;
        if (nextCursor === undefined) return entries;
        cursor = nextCursor;
      }
      throw new ToolError(
        "too_large",
        `${neutralLine(name, 80)} lists more than ${limits.entries} skills, or on more than ${limits.pages} pages.`,
        {
          hint: "Tell the user; none of them is used.",
        },
      );
    },
    async read(uri, signal = unlimited) {
      const { contents } = await connection.request(
        (client) => client.readResource({ uri }, { signal, timeout, maxTotalTimeout }),
        signal,
      );
      const [one, ...others] = contents;
      if (!one || others.length > 0 || one.uri !== uri) {
        throw new ToolError(
          "permission_denied",
          `${neutralLine(name, 80)} answered with something other than ${neutralLine(uri, 500)}.`,
          {
            hint: "None of it is shown. Try another approach, or tell the user.",
          },
        );
      }
      return "text" in one ? bytesOf(one.text) : (decodeBase64(one.blob) ?? notBase64(name, uri));
    },
  };
}

function notBase64(server: string, uri: string): never {
  throw new ToolError(
    "parse_error",
    `${neutralLine(server, 80)} sends ${neutralLine(uri, 500)} in a form that is not base64.`,
    {
      hint: "Tell the user; the server has a defect.",
    },
  );
}
