import { createHash } from "node:crypto";
import { errors, type JWTPayload, jwtVerify } from "jose";
import { createIntrospection } from "./introspect.ts";
import { issuerKeys } from "./issuer-keys.ts";
import { IssuerUnavailable } from "./issuer-metadata.ts";
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

/** Seconds by which clocks may differ. */
const tolerance = 5;

/** The claims of a token that was refused say why. */
class Refused extends Error {}

/**
 * Checks access tokens. Those that are JWTs (RFC 9068) by a key of the issuer, others by asking the issuer (RFC 7662), if
 * `introspection` is set. Both need `iss`, `aud` (this resource), `exp` and `nbf` to be right: a token for another resource is
 * refused, even one of the same issuer. Outcomes carry the header that tells a client what to do (RFC 6750, RFC 9728).
 * `resource` is asked at each token, because a port may be known only then. `onError` gets why the issuer could not be asked.
 */
export function createTokenVerifier(
  options: OAuthOptions,
  resource: () => string,
  onError: (error: Error) => void = () => {},
) {
  const keys = issuerKeys(options.issuer);
  const introspect = options.introspection && createIntrospection(options.issuer, options.introspection);
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

  async function claimsOf(token: string): Promise<JWTPayload> {
    if (introspect && token.split(".").length !== 3) {
      return checkClaims(await introspect(token), options.issuer, resource(), token);
    }
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: options.issuer,
      audience: spellings(resource()),
      clockTolerance: tolerance,
      requiredClaims: ["exp", "aud", "iss"],
    });
    return payload;
  }

  return {
    /** The header of an answer to a request without a token. */
    challenge,
    /** The header of the answer to a call that needs these scopes. */
    stepUp: (scopes: readonly string[]) => insufficient(defaultRealm, scopes),
    async verify(token: string, realm: string): Promise<TokenOutcome> {
      let payload: JWTPayload;
      try {
        payload = await claimsOf(token);
      } catch (thrown) {
        if (thrown instanceof IssuerUnavailable) {
          onError(thrown);
          const message = "The authorization server did not say whether the token is valid. Try again later.";
          return { status: 503, message, headers: { "retry-after": "5" } };
        }
        return { status: 401, message: problemOf(thrown, resource()), headers: challenge(realm, "invalid_token") };
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

/**
 * What the issuer says of an opaque token, as the claims of a JWT. `iss` may be missing, as it is the issuer that says it. A
 * token without a user has sessions of its own.
 */
function checkClaims(
  found: Readonly<Record<string, unknown>> | undefined,
  issuer: string,
  resource: string,
  token: string,
): JWTPayload {
  if (!found)
    throw new Refused("The access token is not active: it has expired or was revoked, or is not of this issuer.");
  const { iss = issuer, aud, exp, nbf, sub, username, token_type: type, ...others } = found;
  const now = Date.now() / 1000;
  if (iss !== issuer) throw new Refused("The access token is from another authorization server.");
  const audiences = [aud].flat().filter((each) => typeof each === "string");
  if (!audiences.some((each) => spellings(resource).includes(each)))
    throw new Refused(`The access token is for another server: its audience is not ${resource}.`);
  if (typeof exp !== "number") throw new Refused('The access token\'s claim "exp" is missing or wrong.');
  if (exp <= now - tolerance) throw new Refused("The access token has expired.");
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now + tolerance))
    throw new Refused('The access token\'s claim "nbf" is missing or wrong.');
  // Other kinds are bound to a key, which would have to be checked.
  if (type !== undefined && !/^bearer$/i.test(String(type)))
    throw new Refused("The access token is not a bearer token.");
  const user = [sub, username].find((each) => typeof each === "string" && each !== "");
  const owner = user ?? `token ${createHash("sha256").update(token).digest("base64url")}`;
  return { ...others, iss: issuer, exp, sub: owner as string };
}

/** `scope` is a list with spaces (RFC 9068); some issuers send `scp`, as such a list or as an array. */
function scopesOf({ scope, scp }: JWTPayload): string[] {
  const lists = [scope, scp].flatMap((one) => (Array.isArray(one) ? one : [one]));
  const names = lists.flatMap((one) => (typeof one === "string" ? one.split(" ") : [])).filter(Boolean);
  return [...new Set(names)].sort();
}

function problemOf(thrown: unknown, resource: string): string {
  if (thrown instanceof Refused) return thrown.message;
  if (thrown instanceof errors.JWTExpired) return "The access token has expired.";
  if (thrown instanceof errors.JWTClaimValidationFailed) {
    if (thrown.claim === "aud") return `The access token is for another server: its audience is not ${resource}.`;
    if (thrown.claim === "iss") return "The access token is from another authorization server.";
    return `The access token's claim "${thrown.claim}" is missing or wrong.`;
  }
  return "The access token cannot be verified: its form, signature or key is wrong.";
}
