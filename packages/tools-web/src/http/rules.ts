import { ToolError } from "@holdall/tool-core";
import ipaddr from "ipaddr.js";

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

export type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** A policy, read. */
export interface UrlRules {
  readonly ports: ReadonlySet<number> | "any";
  readonly ranges: readonly Range[];
  /** `host:port` as URLs spell hosts. */
  readonly hosts: ReadonlySet<string>;
}

/** Read a policy. Throws `invalid_input` for an entry that is neither CIDR nor `host:port`. */
export function readRules({ ports = [80, 443, 8080, 8443], allow = [] }: UrlPolicy = {}): UrlRules {
  const isRange = (entry: string) => ipaddr.isValidCIDR(entry);
  return {
    ports: ports === "any" ? ports : new Set(ports),
    ranges: allow.filter(isRange).map((entry) => ipaddr.parseCIDR(entry)),
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

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Only this part of IPv6 is given out for the public internet (IANA). What is outside, known or not, is refused. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** Translators' addresses (RFC 6052): where DNS64 is in use, every IPv4 host resolves to one. They lead where their last 32 bits say. */
const translated = ipaddr.parseCIDR("64:ff9b::/96");

/** Public by range, but answered by the cloud's own machines. */
const platform: readonly (readonly [Address, number])[] = [ipaddr.parseCIDR("168.63.129.16/32")];

/** Read an address; IPv4 mapped into IPv6 becomes IPv4. Undefined for anything else, a zone included. */
export function readAddress(text: string): Address | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !/^[\da-f:.]*:[\da-f:.]*$/i.test(text)) return undefined;
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** `public`, or the kind of a non-public address. */
export function addressClass(address: Address): string {
  if (platform.some((range) => within(address, range))) return "platform";
  if (address instanceof ipaddr.IPv4) return publicOr(address.range());
  const bytes = address.toByteArray();
  if (within(address, translated)) return addressClass(new ipaddr.IPv4(bytes.slice(12)));
  if (!within(address, globalUnicast)) return notPublic(address.range());
  const range = publicOr(address.range());
  return range === "public" && isIsatap(bytes) ? addressClass(new ipaddr.IPv4(bytes.slice(12))) : range;
}

/** Why an address and port may not be connected to, or undefined when they may. */
export function addressRefusal(address: Address, port: number, { ports, ranges }: UrlRules): string | undefined {
  if (ranges.some((range) => within(address, range))) return undefined;
  const place = addressClass(address);
  if (place !== "public") return `is a ${place} address, not a public one`;
  return ports === "any" || ports.has(port) ? undefined : `uses port ${port}, which is not allowed`;
}

const within = (address: Address, [base, bits]: readonly [Address, number]) =>
  address.kind() === base.kind() && address.match(base, bits);

const publicOr = (range: string) => (range === "unicast" ? "public" : words(range));

const notPublic = (range: string) => (range === "unicast" ? "reserved" : words(range));

const words = (range: string) => range.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** RFC 5214: the interface part is 0000:5efe or 0200:5efe, then an IPv4 address. */
const isIsatap = (bytes: readonly number[]) =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
