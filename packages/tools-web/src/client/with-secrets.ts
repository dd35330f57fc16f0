import type { Secrets } from "@holdall/tool-kit/secrets";
import type { WebClient } from "./web-client.ts";

/** The client, with these secrets for every request. */
export const withSecrets = (client: WebClient, secrets: Secrets | undefined): WebClient =>
  secrets ? { ...client, request: (url, request) => client.request(url, { ...request, secrets }) } : client;
