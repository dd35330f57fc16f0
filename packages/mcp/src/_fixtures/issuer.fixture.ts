import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** Claims of a token; `undefined` leaves out a usual one. */
export type Claims = { readonly [N in string]?: string | number | readonly string[] | undefined };

export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly log: string[];
  /** A token for a resource, with claims in the place of the usual ones. */
  token(resource: string, claims?: Claims): Promise<string>;
  /** The same, signed by a key that is not the issuer's, under its key id. */
  forged(resource: string): Promise<string>;
  /** A token that only the issuer can read, for `introspector`. */
  opaque(resource: string, claims?: Claims): string;
  /** Let the opaque tokens be active no more. */
  revoke(): void;
  /** Sign by another key from now on; the first one is no longer offered. */
  rotate(): Promise<void>;
  /** Fields of the metadata in the place of the usual ones. */
  describe(metadata: Readonly<Record<string, unknown>>): void;
}

/** The client that may ask about opaque tokens. Its id needs to be escaped. */
export const introspector = { clientId: "tools:one", clientSecret: "a secret%" };

const alg = "ES256";
const newKey = async () => ({ ...(await generateKeyPair(alg, { extractable: true })), kid: randomUUID() });

/** An authorization server: metadata, keys, registration, and logins by PKCE that are agreed to at once. */
export async function serveIssuer(path = ""): Promise<Issuer> {
  const log: string[] = [];
  const codes = new Map<string, Readonly<Record<"challenge" | "resource" | "scope", string>>>();
  let key = await newKey();
  let changed: Readonly<Record<string, unknown>> = {};
  let url = "";

  const usualClaims = (resource: string) => {
    const now = Math.floor(Date.now() / 1000);
    const who = { sub: "ada", client_id: "app", scope: "tools:read" };
    return { iss: url, aud: resource, ...who, exp: now + 60, iat: now };
  };
  const opaque = new Map<string, object>();

  const sign = (by: Awaited<ReturnType<typeof newKey>>, kid: string, resource: string, claims: Claims = {}) => {
    return new SignJWT({ ...usualClaims(resource), ...claims } as JWTPayload)
      .setProtectedHeader({ alg, kid, typ: "at+jwt" })
      .sign(by.privateKey);
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", url);
    log.push(pathname);
    const send = (status: number, value: unknown) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    let body = "";
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    switch (pathname) {
      case `/.well-known/oauth-authorization-server${path}`:
        return send(200, {
          issuer: url,
          jwks_uri: `${url}/keys`,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          registration_endpoint: `${url}/register`,
          introspection_endpoint: `${url}/introspect`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          authorization_response_iss_parameter_supported: true,
          ...changed,
        });
      case `${path}/keys`:
        return send(200, { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg, use: "sig" }] });
      case `${path}/introspect`: {
        const { clientId, clientSecret } = introspector;
        const known = [clientId, clientSecret].map((part) => encodeURIComponent(part).replaceAll("%20", "+")).join(":");
        const given = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
        if (given !== known) return send(401, { error: "invalid_client" });
        const claims = opaque.get(form.get("token") ?? "");
        return send(200, claims ? { active: true, ...claims } : { active: false });
      }
      case `${path}/register`:
        return send(201, { ...JSON.parse(body), client_id: randomUUID() });
      case `${path}/authorize`: {
        const back = new URL(query.get("redirect_uri") ?? "");
        const code = randomUUID();
        const [challenge = "", resource = "", scope = ""] = ["code_challenge", "resource", "scope"].map(
          (name) => query.get(name) ?? "",
        );
        codes.set(code, { challenge, resource, scope });
        for (const [name, value] of Object.entries({ code, state: query.get("state") ?? "", iss: url }))
          back.searchParams.set(name, value);
        return void response.writeHead(302, { location: back.href }).end();
      }
      case `${path}/token`: {
        const code = codes.get(form.get("code") ?? "");
        codes.delete(form.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (code?.challenge !== challenge) return send(400, { error: "invalid_grant" });
        const access_token = await sign(key, key.kid, code.resource, { scope: code.scope });
        return send(200, { access_token, token_type: "Bearer", expires_in: 60, scope: code.scope });
      }
      default:
        return send(404, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return {
    url,
    log,
    token: (resource, claims) => sign(key, key.kid, resource, claims),
    forged: async (resource) => sign(await newKey(), key.kid, resource),
    opaque(resource, claims) {
      const token = randomUUID();
      opaque.set(token, JSON.parse(JSON.stringify({ ...usualClaims(resource), ...claims })));
      return token;
    },
    revoke: () => opaque.clear(),
    async rotate() {
      key = await newKey();
    },
    describe(metadata) {
      changed = metadata;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
