import { isSafe } from "./protected-resource.ts";

/** The authorization server could not be asked; the token may be good. */
export class IssuerUnavailable extends Error {}

/** Milliseconds that the authorization server has for an answer. */
export const issuerTimeout = 5000;
/** Bytes. */
const longest = 1_000_000;

/**
 * A URL of an authorization server, found by its metadata (RFC 8414, or OpenID Connect Discovery). Throws `IssuerUnavailable`
 * where no metadata can be read that is the issuer's own and names such a URL.
 */
export async function findEndpoint(issuer: string, field: "jwks_uri" | "introspection_endpoint"): Promise<URL> {
  const problems: string[] = [];
  for (const url of metadataUrls(issuer)) {
    const metadata = await readMetadata(url).catch((error: Error) => void problems.push(`${url}: ${error.message}`));
    if (!metadata) continue;
    const found = metadata[field];
    // Otherwise one tenant of a host could speak for another (RFC 8414, section 3.3).
    if (metadata.issuer !== issuer) problems.push(`${url}: it is the metadata of ${JSON.stringify(metadata.issuer)}`);
    else if (typeof found !== "string" || !URL.canParse(found)) problems.push(`${url}: it names no ${field}`);
    else if (!isSafe(new URL(found))) problems.push(`${url}: its ${field} is not encrypted`);
    else return new URL(found);
  }
  throw new IssuerUnavailable(
    `The ${field} of the authorization server cannot be found in its metadata. ${problems.join("; ")}`,
  );
}

async function readMetadata(url: string): Promise<Readonly<Record<string, unknown>>> {
  return readJson(
    await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(issuerTimeout),
    }),
  );
}

/** The object that an authorization server answered with. Throws for any other answer. */
export async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answers ${response.status}`);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > longest) throw new Error("it is too long");
    parts.push(part);
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString());
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("it is not an object");
  return value as Readonly<Record<string, unknown>>;
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
