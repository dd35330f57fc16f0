import type { OAuthOptions } from "@holdall/mcp/http";
import { UsageError } from "../usage-error.ts";

interface OAuthValues {
  readonly "oauth-issuer"?: string;
  readonly "oauth-resource"?: string;
  readonly "oauth-introspection"?: string;
}

/**
 * The OAuth options of the command line; undefined without an issuer. The credentials for introspection come from the two
 * environment variables that the option names, because arguments are seen by other users.
 */
export function oauthOptions(values: OAuthValues, env: NodeJS.ProcessEnv): OAuthOptions | undefined {
  const { "oauth-issuer": issuer, "oauth-resource": resource, "oauth-introspection": names } = values;
  if (issuer === undefined) {
    for (const option of ["oauth-resource", "oauth-introspection"] as const)
      if (values[option] !== undefined)
        throw new UsageError(`--${option} requires --oauth-issuer.`, "Name the authorization server, too.");
    return undefined;
  }
  if (names === undefined) return { issuer, resource };
  const variables = names.split(",").map((name) => name.trim());
  const [id, secret] = variables;
  if (!id || !secret || variables.length !== 2 || !variables.every((name) => /^[A-Za-z_]\w*$/.test(name))) {
    throw new UsageError(
      "--oauth-introspection takes the names of two environment variables.",
      "Put the id and the secret of this server's client there, and write --oauth-introspection ID_NAME,SECRET_NAME.",
    );
  }
  const [clientId, clientSecret] = [env[id], env[secret]];
  if (!clientId || !clientSecret) {
    throw new UsageError(
      `The environment variable ${clientId ? secret : id} is not set, or empty.`,
      "It holds a credential of this server's client at the authorization server.",
    );
  }
  return { issuer, resource, introspection: { clientId, clientSecret } };
}
