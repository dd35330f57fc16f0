import { runsOptions, setupOptions } from "../config/read/setup-options.ts";

/** The options of `holdall serve`. */
export const serveOptions = {
  ...setupOptions,
  ...runsOptions,
  "allow-host": { type: "string" },
  "allow-origin": { type: "string" },
  "client-roots": { type: "boolean" },
  defer: { type: "string" },
  host: { type: "string" },
  http: { type: "string" },
  "log-file": { type: "string" },
  "max-sessions": { type: "string" },
  "no-resources": { type: "boolean" },
  "oauth-introspection": { type: "string" },
  "oauth-issuer": { type: "string" },
  "oauth-resource": { type: "string" },
  sessions: { type: "string" },
  token: { type: "string" },
  yes: { type: "boolean" },
} as const;

/** Those that mean nothing on stdio. */
export const httpOptions = [
  "token",
  "oauth-issuer",
  "oauth-introspection",
  "oauth-resource",
  "host",
  "allow-host",
  "allow-origin",
  "max-sessions",
  "sessions",
] as const;
