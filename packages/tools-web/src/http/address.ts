import ipaddr from "ipaddr.js";
import type { UrlRules } from "./rules.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Only this part of IPv6 is given out for the public internet (IANA). What lies outside, known or not, is refused. */
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

/** `public`, or what an address is instead. */
export function placeOf(address: Address): string {
  if (platform.some((range) => within(address, range))) return "platform";
  if (address instanceof ipaddr.IPv4) return publicOr(address.range());
  const bytes = address.toByteArray();
  if (within(address, translated)) return placeOf(new ipaddr.IPv4(bytes.slice(12)));
  if (!within(address, globalUnicast)) return notPublic(address.range());
  const range = publicOr(address.range());
  return range === "public" && isIsatap(bytes) ? placeOf(new ipaddr.IPv4(bytes.slice(12))) : range;
}

/** Why an address and port may not be dialled, or undefined when they may. */
export function addressRefusal(address: Address, port: number, { ports, ranges }: UrlRules): string | undefined {
  if (ranges.some((range) => within(address, range))) return undefined;
  const place = placeOf(address);
  if (place !== "public") return `a ${place} address, not a public one`;
  return ports === "any" || ports.has(port) ? undefined : `port ${port}, which is not allowed`;
}

const within = (address: Address, [base, bits]: readonly [Address, number]) =>
  address.kind() === base.kind() && address.match(base, bits);

const publicOr = (range: string) => (range === "unicast" ? "public" : words(range));

const notPublic = (range: string) => (range === "unicast" ? "reserved" : words(range));

const words = (range: string) => range.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** RFC 5214: the interface part is 0000:5efe or 0200:5efe, then an IPv4 address. */
const isIsatap = (bytes: readonly number[]) =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
