import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { isSafe } from "./protected-resource.ts";

/** The authorization server could not be asked for its keys; the token may be good. */
export class IssuerUnavailable extends Error {}

const timeout = 5000;
/** Bytes. */
const longest = 1_000_000;

/**
 * The keys of an authorization server, found by its metadata (RFC 8414, or OpenID Connect Discovery) when the first token
 * comes, and again after a failure. Keys are fetched again for an unknown key id, at most twice a minute.
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

async function findKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const problems: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const metadata = await readMetadata(url).catch((error: Error) => void problems.push(`${url}: ${error.message}`));
    if (!metadata) continue;
    // Otherwise one tenant of a host could speak for another (RFC 8414, section 3.3).
    if (metadata.issuer !== issuer) problems.push(`${url}: it is the metadata of ${JSON.stringify(metadata.issuer)}`);
    else if (typeof metadata.jwks_uri !== "string" || !URL.canParse(metadata.jwks_uri))
      problems.push(`${url}: it names no jwks_uri`);
    else if (!isSafe(new URL(metadata.jwks_uri))) problems.push(`${url}: its jwks_uri is not encrypted`);
    else return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeout, cooldownDuration: 30_000 });
  }
  throw new IssuerUnavailable(`The keys of the authorization server cannot be read. ${problems.join("; ")}`);
}

async function readMetadata(url: string): Promise<{ issuer?: unknown; jwks_uri?: unknown }> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const text = await response.text();
  if (text.length > longest) throw new Error("it is too long");
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("it is not an object");
  return value;
}

/** Where the metadata of an issuer can be, in the order that the MCP specification asks for. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const [oauth, openid] = ["oauth-authorization-server", "openid-configuration"];
  return path === ""
    ? [`${origin}/.well-known/${oauth}`, `${origin}/.well-known/${openid}`]
    : [
        `${origin}/.well-known/${oauth}${path}`,
        `${origin}/.well-known/${openid}${path}`,
        `${origin}${path}/.well-known/${openid}`,
      ];
}
