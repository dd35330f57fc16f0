import type {
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { privateFile } from "./_private-file.ts";
import type { ServerConfig } from "./server-config.ts";

/** What is kept of a login at one server. */
interface Login {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  readonly verifier?: string | undefined;
}

export interface LoginOptions {
  /** Where the browser comes back to; only while somebody logs in. */
  readonly redirectUrl?: string | undefined;
  /** Shows a person where to log in. Without it nobody is asked, and the server stays out of reach. */
  readonly show?: ((url: URL) => void | Promise<void>) | undefined;
  readonly state?: string | undefined;
}

/** Logins at servers, in a file of mode 600 that is written in one step. */
export interface Logins {
  provider(config: ServerConfig, options?: LoginOptions): OAuthClientProvider | undefined;
  forget(config: ServerConfig): Promise<void>;
}

/** Keep logins in a file, by the address of the server, so that no other server is given its tokens. */
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
          token_endpoint_auth_method: "none",
          ...(oauth?.scope !== undefined && { scope: oauth.scope }),
        },
        ...(state !== undefined && { state: () => state }),
        async clientInformation() {
          return oauth?.clientId === undefined ? (await load()).client : { client_id: oauth.clientId };
        },
        saveClientInformation: (client) => save({ client }),
        tokens: async () => (await load()).tokens,
        saveTokens: (tokens) => save({ tokens }),
        redirectToAuthorization: show,
        saveCodeVerifier: (verifier) => save({ verifier }),
        codeVerifier: async () => (await load()).verifier ?? "",
        invalidateCredentials(scope) {
          const none = { client: undefined, tokens: undefined, verifier: undefined };
          if (scope === "all") return save(none);
          return scope === "discovery" ? Promise.resolve() : save({ [scope]: undefined });
        },
      };
    },
    async forget({ place }) {
      if (place.kind !== "stdio") await file.update(({ [place.url]: _, ...others }) => others);
    },
  };
}
