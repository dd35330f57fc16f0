import { errors, type JWTPayload, jwtVerify } from "jose";
import { IssuerUnavailable, issuerKeys } from "./issuer-keys.ts";
import { metadataUrl, type OAuthOptions } from "./protected-resource.ts";
import { toolScopes } from "./tool-scopes.ts";

export type TokenOutcome =
  | { readonly owner: string; readonly scopes: readonly string[] }
  | {
      readonly status: 401 | 403 | 503;
      readonly message: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** The realm of servers that name none. */
export const defaultRealm = "mcp";

/** Signatures by a key pair: only the issuer can create them. */
const algorithms = [
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

/**
 * Checks access tokens that are JWTs (RFC 9068): signature by a key of the issuer, `iss`, `aud` (this resource), `exp`, `nbf`.
 * A token for another resource is refused, even one that the issuer signed. Outcomes carry the header that tells a client what to do
 * (RFC 6750, RFC 9728). `resource` is asked at each token, because a port may be known only then.
 */
export function createTokenVerifier(options: OAuthOptions, resource: () => string) {
  const keys = issuerKeys(options.issuer);
  const challenge = (realm: string, error = "", more = ""): Record<string, string> => {
    const parts = [
      `realm="${realm}"`,
      error && `error="${error}"`,
      more,
      `resource_metadata="${metadataUrl(resource())}"`,
    ];
    return { "www-authenticate": `Bearer ${parts.filter(Boolean).join(", ")}` };
  };
  const insufficient = (realm: string, scopes: readonly string[]) =>
    challenge(realm, "insufficient_scope", `scope="${scopes.join(" ")}"`);
  return {
    /** The header of an answer to a request without a token. */
    challenge,
    /** The header of the answer to a call that needs these scopes. */
    stepUp: (scopes: readonly string[]) => insufficient(defaultRealm, scopes),
    async verify(token: string, realm: string): Promise<TokenOutcome> {
      const refuse = (message: string) => ({
        status: 401 as const,
        message,
        headers: challenge(realm, "invalid_token"),
      });
      let payload: JWTPayload;
      try {
        ({ payload } = await jwtVerify(token, keys, {
          algorithms,
          issuer: options.issuer,
          audience: spellings(resource()),
          clockTolerance: 5,
          requiredClaims: ["exp", "aud", "iss"],
        }));
      } catch (thrown) {
        if (thrown instanceof IssuerUnavailable) {
          const message = "The authorization server cannot be reached to check the token. Try again later.";
          return { status: 503, message, headers: { "retry-after": "5" } };
        }
        return refuse(problemOf(thrown, resource()));
      }
      const scopes = scopesOf(payload);
      if (!scopes.some((scope) => toolScopes.includes(scope))) {
        const message = `The token has none of the scopes of this server: ${toolScopes.join(", ")}.`;
        return { status: 403, message, headers: insufficient(realm, toolScopes) };
      }
      const { iss, sub, client_id: client } = payload;
      return { owner: JSON.stringify([iss, sub ?? "", client ?? ""]), scopes };
    },
  };
}

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

/** A client may write the root of a host with or without its slash. */
const spellings = (resource: string): string[] => [
  resource,
  resource.replace(/\/$/, ""),
  `${resource.replace(/\/$/, "")}/`,
];

/** `scope` is a list with spaces (RFC 9068); some issuers send `scp`, as such a list or as an array. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const lists = [scope, scp].flatMap((one) => (Array.isArray(one) ? one : [one]));
  const names = lists.flatMap((one) => (typeof one === "string" ? one.split(" ") : [])).filter(Boolean);
  return [...new Set(names)].sort();
}

function problemOf(thrown: unknown, resource: string): string {
  if (thrown instanceof errors.JWTExpired) return "The access token has expired.";
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    if (thrown.claim === "aud") return `The access token is for another server: its audience is not ${resource}.`;
    if (thrown.claim === "iss") return "The access token is from another authorization server.";
    return `The access token's claim "${thrown.claim}" is missing or wrong.`;
  }
  return "The access token cannot be verified: its form, signature or key is wrong.";
}
