import { ToolError } from "@holdall/tool-core";
import { toolScopes } from "./tool-scopes.ts";

/** How this server asks the authorization server about tokens that it cannot read itself (RFC 7662). */
export interface IntrospectionOptions {
  /** The client that this server is registered as. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where to ask. By default the metadata of the issuer says. */
  readonly endpoint?: string | undefined;
}

/** How a server accepts access tokens of an authorization server, in addition to its own bearer tokens. */
export interface OAuthOptions {
  /** The authorization server, as its tokens name it in `iss`: an https URL, or http on a loopback host. */
  readonly issuer: string;
  /**
   * The URL of this server as clients know it, which tokens must name in `aud`. The URL that it listens at by default; to be
   * named behind a proxy and beyond loopback.
   */
  readonly resource?: string | undefined;
  /**
   * Take opaque access tokens as well: the issuer is asked about them, as this client. Not set by default, and then only JWTs
   * are taken.
   */
  readonly introspection?: IntrospectionOptions | undefined;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where clients find the metadata of a resource: the path of the resource follows the well-known one (RFC 9728, section 3.1). */
export const metadataUrl = (resource: string): string => {
  const { origin, pathname } = new URL(resource);
  return `${origin}${wellKnown}${pathname === "/" ? "" : pathname}`;
};

/** Whether a path is the one of the metadata, with the path of the resource or without. */
export const isMetadataPath = (path: string | undefined, resource: string): boolean =>
  path === wellKnown || path === new URL(metadataUrl(resource)).pathname;

/** The metadata of the resource (RFC 9728). */
export const resourceMetadata = ({ issuer }: OAuthOptions, resource: string) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: toolScopes,
  bearer_methods_supported: ["header"],
});

/** Throws `invalid_input` for an issuer or a resource that no token could name safely. `host` is where the server listens. */
export function checkOAuthOptions({ issuer, resource, introspection }: OAuthOptions, host = "127.0.0.1"): void {
  if (resource === undefined && !isLoopback(host)) {
    throw new ToolError("invalid_input", `With OAuth on ${host}, the resource is unknown that tokens must name.`, {
      hint: "Set `resource` to the URL that clients use, such as https://tools.example.com/mcp.",
      data: { needs: "resource" },
    });
  }
  if (introspection && !(introspection.clientId && introspection.clientSecret)) {
    throw new ToolError("invalid_input", "Introspection needs the id and the secret of a client, and one is empty.", {
      hint: "Register this server as a client at the authorization server.",
    });
  }
  const endpoint = introspection?.endpoint;
  for (const [name, value] of Object.entries({ issuer, resource, "introspection endpoint": endpoint })) {
    if (value === undefined) continue;
    if (!URL.canParse(value) || new URL(value).hash !== "" || (name === "issuer" && new URL(value).search !== "")) {
      throw new ToolError("invalid_input", `The OAuth ${name} is not a URL: ${JSON.stringify(value)}.`, {
        hint: "Give a whole URL without a fragment, such as https://login.example.com.",
        data: { needs: "url" },
      });
    }
    if (!isSafe(new URL(value))) {
      throw new ToolError("invalid_input", `The OAuth ${name} ${value} is not encrypted.`, {
        hint: "Use https. Plain http is for 127.0.0.1 and localhost.",
        data: { needs: "url" },
      });
    }
  }
}

/** Encrypted, or on this machine. */
export const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && isLoopback(hostname.replace(/^\[(.*)\]$/, "$1")));

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
