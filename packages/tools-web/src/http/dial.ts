import type { LookupFunction, Socket } from "node:net";
import { ToolError } from "@holdall/tool-core";
import type { buildConnector } from "undici";
import { isNamed } from "../safe-url.ts";
import { unlessAborted } from "./aborted.ts";
import { addressRefusal, readAddress } from "./address.ts";
import type { UrlRules } from "./rules.ts";

/** Milliseconds for a name to be resolved, and again for a connection; requests may have given up long before. */
const patience = 10_000;

/** Every address of a name, as text. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/**
 * A connector for undici that resolves a name once, wants every address allowed, dials no other, and looks at who
 * answered. Literals, which undici would not look up, pass the same check. A kept connection stays what was checked.
 */
export function checkedConnector(
  build: typeof buildConnector,
  lookup: Lookup,
  rules: UrlRules,
): buildConnector.connector {
  return (options, callback) => {
    dial(options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };

  async function dial(options: buildConnector.Options): Promise<Socket> {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    const addresses = readAddress(host) ? [host] : await unlessAborted(lookup(host), AbortSignal.timeout(patience));
    const wanted = addresses.map((text) => checkAddress(text, host, port));
    if (!wanted.length) throw Object.assign(new Error("No address"), { code: "ENOTFOUND" });
    const connect = build({ lookup: pinned(wanted), timeout: patience, autoSelectFamily: true });
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(options, (...[error, made]) => (error ? reject(error) : resolve(made)));
    });
    const reached = readAddress(socket.remoteAddress ?? "")?.toString();
    if (reached !== undefined && wanted.includes(reached)) return socket;
    socket.destroy();
    throw refused(host, "another address than the one that was checked");
  }

  function checkAddress(text: string, host: string, port: number): string {
    const address = readAddress(text);
    const refusal = !address
      ? "no readable address"
      : isNamed(host, port, rules)
        ? undefined
        : addressRefusal(address, port, rules);
    if (!address || refusal) throw refused(host, refusal ?? "");
    return address.toString();
  }
}

const refused = (host: string, what: string) =>
  new ToolError("permission_denied", `${host} leads to ${what}; nothing was sent.`, {
    hint: "Use another source. Only the user can open local addresses, in the settings of the web tools.",
  });

/** Answers every question with the addresses that were checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_host, { all: wantsAll }, answer) => {
    if (wantsAll) answer(null, all);
    else answer(null, all[0]!.address, all[0]!.family);
  };
}
