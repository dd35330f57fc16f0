import { createHash } from "node:crypto";
import { findEndpoint, IssuerUnavailable, issuerTimeout, readJson } from "./issuer-metadata.ts";
import type { IntrospectionOptions } from "./protected-resource.ts";

/** What the authorization server says of a token; undefined for one that is not active. */
export type Introspect = (token: string) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Milliseconds for which an answer holds: a token that is revoked is taken for that long. */
const maxAge = 30_000;
/** For tokens that are not active, so that repeating one does not reach the issuer each time. */
const maxRefusedAge = 10_000;
const maxKept = 1000;
/** Requests to the issuer at a time, so that made-up tokens do not flood it. */
const maxRequests = 16;

interface CachedAnswer {
  readonly until: number;
  readonly claims: Promise<Readonly<Record<string, unknown>> | undefined>;
}

/**
 * Ask the authorization server about tokens. Answers are kept for 30 seconds, and never longer than the token is valid; tokens
 * are kept as hashes. Throws `IssuerUnavailable` when there is no answer that can be understood.
 */
export function createIntrospection(
  issuer: string,
  { clientId, clientSecret, endpoint }: IntrospectionOptions,
  now: () => number = Date.now,
): Introspect {
  const kept = new Map<string, CachedAnswer>();
  let place: Promise<URL> | undefined;
  let running = 0;
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
  const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString("base64");

  async function ask(token: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (running >= maxRequests) throw new IssuerUnavailable(`More than ${maxRequests} tokens are being checked.`);
    running++;
    try {
      place ??=
        endpoint === undefined ? findEndpoint(issuer, "introspection_endpoint") : Promise.resolve(new URL(endpoint));
      const response = await fetch(await place, {
        method: "POST",
        headers: {
          accept: "application/json",
          authorization: `Basic ${credentials}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ token, token_type_hint: "access_token" }),
        redirect: "error",
        signal: AbortSignal.timeout(issuerTimeout),
      });
      const claims = await readJson(response);
      return claims.active === true ? claims : undefined;
    } catch (cause) {
      if (cause instanceof IssuerUnavailable) place = undefined;
      throw new IssuerUnavailable(`The token cannot be introspected: ${String(cause)}`, { cause });
    } finally {
      running--;
    }
  }

  const forget = (key: string, mine: CachedAnswer) => kept.get(key) === mine && kept.delete(key);
  return (token) => {
    const key = createHash("sha256").update(token).digest("base64url");
    const known = kept.get(key);
    if (known && now() < known.until) return known.claims;
    const claims = ask(token);
    const asked: CachedAnswer = { until: Number.POSITIVE_INFINITY, claims };
    kept.delete(key);
    kept.set(key, asked);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    claims.then(
      (found) => {
        if (!forget(key, asked)) return;
        const expires = typeof found?.exp === "number" ? found.exp * 1000 : 0;
        const until = found ? Math.min(now() + maxAge, expires) : now() + maxRefusedAge;
        kept.set(key, { until, claims });
      },
      () => forget(key, asked),
    );
    return claims;
  };
}
