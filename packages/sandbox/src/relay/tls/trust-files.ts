import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { pemOf } from "./certificate.ts";

/** Where systems keep the authorities that they trust, in one file. */
const bundles = [
  ...["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem"],
  ...["/etc/ssl/cert.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"],
];

/** The authorities that the system trusts and one more, as programs read them (PEM). */
export function trustBundle(authority: Uint8Array): string {
  const path = bundles.find((each) => existsSync(each));
  const system = path === undefined ? rootCertificates.join("\n") : readFileSync(path, "utf8");
  return `${system.trimEnd()}\n${pemOf(authority)}`;
}

const magic = 0xfe_ed_fe_ed;
const trusted = 2;

/** One authority as Java reads it: a store (JKS) without a secret, and so with the password that Java has for those. */
export function javaTrustStore(authority: Uint8Array, now = Date.now()): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const word = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value, "latin1")]);
  const when = Buffer.alloc(8);
  when.writeBigUInt64BE(BigInt(now));
  const content = Buffer.concat([
    ...[magic, trusted, 1, trusted].map(number),
    word("holdall"),
    when,
    word("X.509"),
    number(authority.length),
    authority,
  ]);
  // The format mixes these words into its check sum.
  const check = createHash("sha1")
    .update(Buffer.from(javaPassword, "utf16le").swap16())
    .update("Mighty Aphrodite")
    .update(content)
    .digest();
  return Buffer.concat([content, check]);
}

export const javaPassword = "changeit";
