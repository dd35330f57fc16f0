import {
  type AuthProvider,
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  UnauthorizedError,
} from "@modelcontextprotocol/client";

type Refused = Parameters<NonNullable<AuthProvider["onUnauthorized"]>>[0];

/**
 * A login for all requests of a connection. Tokens that have expired are renewed once, however many requests find out
 * at the same time: a token for renewing often counts once. No login page is opened, and nothing is registered.
 */
export function sharedLogin(provider: OAuthClientProvider): AuthProvider {
  let renewing: Promise<void> | undefined;
  return {
    token: async () => (await provider.tokens())?.access_token,
    onUnauthorized(context) {
      renewing ??= renew(provider, context).finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

async function renew(provider: OAuthClientProvider, { response, serverUrl, fetchFn }: Refused): Promise<void> {
  if (!(await provider.tokens())?.refresh_token) throw new UnauthorizedError();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  const where = { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
  if ((await auth(provider, { serverUrl, fetchFn, ...where })) !== "AUTHORIZED") throw new UnauthorizedError();
}
