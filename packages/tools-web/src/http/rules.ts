import { ToolError } from "@holdall/tool-core";
import { type Address, type AddressRange, addressClass, isRange, readRange, within } from "@holdall/tool-kit/addresses";

/** The addresses that can be reached in addition to public addresses on the usual ports. */
export interface UrlPolicy {
  /** Ports of public hosts. 80, 443, 8080 and 8443 by default. */
  readonly ports?: readonly number[] | "any" | undefined;
  /**
   * Places of one's own to open, for development: addresses as CIDR (`127.0.0.0/8`, `::1/128`; any port), or one
   * `host:port` (`localhost:3000`, `wiki.internal:443`), wherever that name leads.
   */
  readonly allow?: readonly string[] | undefined;
}

/** A policy, read. */
export interface UrlRules {
  readonly ports: ReadonlySet<number> | "any";
  readonly ranges: readonly AddressRange[];
  /** `host:port` as URLs spell hosts. */
  readonly hosts: ReadonlySet<string>;
}

/** Read a policy. Throws `invalid_input` for an entry that is neither CIDR nor `host:port`. */
export function readRules({ ports = [80, 443, 8080, 8443], allow = [] }: UrlPolicy = {}): UrlRules {
  return {
    ports: ports === "any" ? ports : new Set(ports),
    ranges: allow.filter(isRange).map(readRange),
    hosts: new Set(allow.filter((entry) => !isRange(entry)).map(readHost)),
  };
}

function readHost(entry: string): string {
  const port = /:(\d{1,5})$/.exec(entry)?.[1];
  if (port === undefined || !URL.canParse(`http://${entry}/`) || /[/@?#\\\s]/.test(entry)) {
    throw new ToolError("invalid_input", `"${entry}" cannot be allowed: it is neither a CIDR range nor host:port.`, {
      hint: 'Write "127.0.0.0/8", "::1/128" or "localhost:3000".',
    });
  }
  return `${new URL(`http://${entry}/`).hostname}:${Number(port)}`;
}

/** Why an address and port may not be connected to, or undefined when they may. */
export function addressRefusal(address: Address, port: number, { ports, ranges }: UrlRules): string | undefined {
  if (ranges.some((range) => within(address, range))) return undefined;
  const place = addressClass(address);
  if (place !== "public") return `is a ${place} address, not a public one`;
  return ports === "any" || ports.has(port) ? undefined : `uses port ${port}, which is not allowed`;
}
