import { generateKeyPairSync } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { makeCertificate, pemOf } from "./certificate.ts";

/** A certificate authority that exists in this process alone. */
export interface Authority {
  /** Its certificate, as DER. */
  readonly certificate: Uint8Array;
  /** What proves to programs that trust it that a connection leads to a host. Made once for each host. */
  contextFor(host: string): SecureContext;
}

const maxHosts = 500;

/** Create a certificate authority. Its private key, and the one of all hosts, are in memory and nowhere else. */
export function createAuthority(): Authority {
  const pair = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = "Holdall session";
  const issuer = { name, ...pair() };
  const certificate = makeCertificate({ name, publicKey: issuer.publicKey, issuer });
  const own = pair();
  const key = own.privateKey.export({ type: "pkcs8", format: "pem" });
  const contexts = new Map<string, SecureContext>();
  return {
    certificate,
    contextFor(host) {
      const known = contexts.get(host);
      if (known) return known;
      const [oldest] = contexts.size >= maxHosts ? contexts.keys() : [];
      if (oldest !== undefined) contexts.delete(oldest);
      const made = makeCertificate({ name: host.slice(0, 64), host, publicKey: own.publicKey, issuer });
      const context = createSecureContext({ key, cert: pemOf(made) });
      contexts.set(host, context);
      return context;
    },
  };
}
