import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { findEndpoint, IssuerUnavailable, issuerTimeout } from "./issuer-metadata.ts";

/**
 * The keys of an authorization server, found by its metadata when the first token comes, and again after a failure. Keys are
 * fetched again for an unknown key id, at most twice a minute.
 */
export function issuerKeys(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= findKeys(issuer);
    try {
      return await (await found)(header, token);
    } catch (thrown) {
      if (!(thrown instanceof IssuerUnavailable) && !isTransport(thrown)) throw thrown;
      if (thrown instanceof IssuerUnavailable) found = undefined;
      throw thrown instanceof IssuerUnavailable ? thrown : new IssuerUnavailable(String(thrown), { cause: thrown });
    }
  };
}

/** jose reports what the network did under these, and everything about a token under others. */
const isTransport = (thrown: unknown): boolean => {
  const code = (thrown as { code?: unknown } | null)?.code;
  return code === "ERR_JWKS_TIMEOUT" || code === "ERR_JOSE_GENERIC" || thrown instanceof TypeError;
};

const findKeys = async (issuer: string): Promise<JWTVerifyGetKey> =>
  createRemoteJWKSet(await findEndpoint(issuer, "jwks_uri"), {
    timeoutDuration: issuerTimeout,
    cooldownDuration: 30_000,
  });
