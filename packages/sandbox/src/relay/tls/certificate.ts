import { createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { readAddress } from "@holdall/tool-kit/addresses";
import { bits, element, identifier, integer, octets, sequence, set, text, time, yes } from "./der.ts";

export interface CertificateRequest {
  readonly name: string;
  /** The host that it is for. Undefined for an authority. */
  readonly host?: string | undefined;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

const ecdsaWithSha256 = () => sequence(identifier("1.2.840.10045.4.3.2"));
const day = 86_400_000;

/** A certificate (RFC 5280) as DER, with a key on P-256: of an authority, or of one host for TLS servers. */
export function makeCertificate({ name, host, publicKey, issuer }: CertificateRequest, now = Date.now()): Buffer {
  const serial = randomBytes(16);
  // Positive, and without a leading zero.
  serial[0] = (serial[0]! & 0x3f) | 0x40;
  const key = keyIdOf(publicKey);
  const extensions = [
    extension("2.5.29.14", octets(key)),
    extension("2.5.29.35", sequence(element(0x80, keyIdOf(issuer.publicKey)))),
    ...(host === undefined ? ofAuthority() : ofHost(host)),
  ];
  const body = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaWithSha256(),
    nameOf(issuer.name),
    // Programs whose clocks differ a little take it too.
    sequence(time(new Date(now - day)), time(new Date(now + 365 * day))),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(...extensions)),
  );
  return sequence(body, ecdsaWithSha256(), bits(sign("sha256", body, issuer.privateKey)));
}

/** As files have it. */
export const pemOf = (certificate: Uint8Array): string => {
  const lines =
    Buffer.from(certificate)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
};

const nameOf = (name: string): Buffer => sequence(set(sequence(identifier("2.5.4.3"), text(name))));

const keyIdOf = (key: KeyObject): Buffer =>
  createHash("sha1")
    .update(key.export({ type: "spki", format: "der" }))
    .digest();

const extension = (id: string, value: Uint8Array, isCritical = false): Buffer =>
  sequence(identifier(id), ...(isCritical ? [yes()] : []), octets(value));

const keyUsage = "2.5.29.15";
const basicConstraints = "2.5.29.19";

/** It signs certificates of hosts, and of no other authorities. */
const ofAuthority = (): readonly Buffer[] => [
  extension(basicConstraints, sequence(yes(), integer(Buffer.from([0]))), true),
  extension(keyUsage, element(0x03, Buffer.from([2, 0x04])), true),
];

const ofHost = (host: string): readonly Buffer[] => [
  extension(basicConstraints, sequence(), true),
  extension(keyUsage, element(0x03, Buffer.from([7, 0x80])), true),
  extension("2.5.29.37", sequence(identifier("1.3.6.1.5.5.7.3.1"))),
  extension("2.5.29.17", sequence(isIP(host) ? element(0x87, addressOf(host)) : element(0x82, Buffer.from(host)))),
];

const addressOf = (host: string): Uint8Array => Uint8Array.from(readAddress(host)?.toByteArray() ?? []);
