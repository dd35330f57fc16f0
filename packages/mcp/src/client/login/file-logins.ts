import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { privateFile } from "../connect/private-file.ts";
import type { ServerConfig } from "../server-config.ts";

/** What is kept of a login at one server. */
interface Login {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly verifier?: string | undefined;
  /** The server that may receive the client's secret, set by the first login. */
  readonly issuer?: string | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
}

export interface LoginOptions {
  /** The address to which the browser returns; only during a login. */
  readonly redirectUrl?: string | undefined;
  /** Shows the login page to the user. Without it, the user is not asked, and the server stays unavailable. */
  readonly show?: ((url: URL) => void | Promise<void>) | undefined;
  readonly state?: string | undefined;
}

/** A store of logins, in a file with mode 600 that is written atomically. */
export interface Logins {
  provider(config: ServerConfig, options?: LoginOptions): OAuthClientProvider | undefined;
  forget(config: ServerConfig): Promise<void>;
}

/** Store logins in a file, by the address of the server, so that tokens are never sent to another server. */
export function fileLogins(path: string): Logins {
  const file = privateFile(path);
  return {
    provider(config, { redirectUrl = "http://127.0.0.1/callback", show = () => {}, state } = {}) {
      const { place, oauth } = config;
      if (place.kind === "stdio") return undefined;
      const { url } = place;
      const load = async () => Object((await file.read())[url]) as Login;
      const save = (change: Login) => file.update((all) => ({ ...all, [url]: { ...Object(all[url]), ...change } }));
      return {
        redirectUrl,
        clientMetadata: {
          client_name: "Holdall",
          redirect_uris: [redirectUrl],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          ...(oauth?.clientSecret === undefined && { token_endpoint_auth_method: "none" }),
          ...(oauth?.scope !== undefined && { scope: oauth.scope }),
        },
        ...(state !== undefined && { state: () => state }),
        async clientInformation(at) {
          const { client, issuer: known } = await load();
          const issuer = known ?? at?.issuer;
          if (oauth?.clientId === undefined) return client;
          if (issuer !== undefined && issuer !== known) await save({ issuer });
          const { clientId: client_id, clientSecret: client_secret } = oauth;
          return { client_id, ...(client_secret && { client_secret }), ...(issuer !== undefined && { issuer }) };
        },
        saveClientInformation: (client) => save({ client }),
        tokens: async () => (await load()).tokens,
        saveTokens: (tokens) => save({ tokens }),
        redirectToAuthorization: show,
        saveCodeVerifier: (verifier) => save({ verifier }),
        codeVerifier: async () => (await load()).verifier ?? "",
        discoveryState: async () => (await load()).discovery,
        saveDiscoveryState: (discovery) => save({ discovery }),
        invalidateCredentials: (scope) => (scope === "all" ? file.update(without(url)) : save({ [scope]: undefined })),
      };
    },
    async forget({ place }) {
      if (place.kind !== "stdio") await file.update(without(place.url));
    },
  };
}

const without =
  (url: string) =>
  (all: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== url));
