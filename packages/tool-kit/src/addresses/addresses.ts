import ipaddr from "ipaddr.js";

/** An address that was read. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses with the same beginning, of so many bits. */
export type AddressRange = readonly [Address, number];

/** Only this part of IPv6 is given out for the public internet (IANA). What is outside, known or not, is refused. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/** Translators' addresses (RFC 6052): where DNS64 is in use, every IPv4 host resolves to one. They lead where their last 32 bits say. */
const translated = ipaddr.parseCIDR("64:ff9b::/96");

/** Answered by the cloud's own machines, which give out logins: Azure, Alibaba, Oracle, AWS, Google, Scaleway and Linode. */
const platform: readonly AddressRange[] = [
  ...["168.63.129.16/32", "100.100.100.200/32", "192.0.0.192/32", "fd00:ec2::/32", "fd20:ce::254/128"],
  ...["fd00:c1::a9fe:a9fe/128", "fd00:42::42/128", "fd00:a9fe:a9fe::1/128"],
].map((text) => ipaddr.parseCIDR(text));

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

/** Whether an address is in a range. */
export const within = (address: Address, [base, bits]: AddressRange) =>
  address.kind() === base.kind() && address.match(base, bits);

/** Read `address/bits`. Throws for anything else. */
export const readRange = (text: string): AddressRange => ipaddr.parseCIDR(text);

export const isRange = (text: string): boolean => ipaddr.isValidCIDR(text);

const publicOr = (range: string) => (range === "unicast" ? "public" : words(range));

const notPublic = (range: string) => (range === "unicast" ? "reserved" : words(range));

const words = (range: string) => range.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** RFC 5214: the interface part is 0000:5efe or 0200:5efe, then an IPv4 address. */
const isIsatap = (bytes: readonly number[]) =>
  (bytes[8]! & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
