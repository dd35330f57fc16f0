import { javaPassword } from "./tls/trust-files.ts";

export interface VariableOptions {
  /** Where the relay listens, within the sandbox. */
  readonly port: number;
  /** A program that connects ssh: its arguments are a host and a port. */
  readonly connect: string;
  /** Files with the authorities to trust. */
  readonly trust?: { readonly pem: string; readonly java: string } | undefined;
  /** The environment that the program would have. */
  readonly env: Readonly<Record<string, string>>;
}

const loopback = ["localhost", "127.0.0.1", "::1"];

/** Variables by which programs learn of certificates, each in the way of one program or library. */
const trusting = [
  ...["SSL_CERT_FILE", "NIX_SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "DENO_CERT", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"],
  ...["REQUESTS_CA_BUNDLE", "PIP_CERT", "CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE", "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE"],
];

/** What leads programs to the relay, and has them trust it. */
export function relayVariables({ port, connect, trust, env }: VariableOptions): Readonly<Record<string, string>> {
  const url = `http://127.0.0.1:${port}`;
  const both = (name: string, value: string) => ({ [name]: value, [name.toLowerCase()]: value });
  return {
    ...both("HTTP_PROXY", url),
    ...both("HTTPS_PROXY", url),
    ...both("ALL_PROXY", url),
    ...both("GRPC_PROXY", url),
    ...both("NO_PROXY", loopback.join(",")),
    NODE_USE_ENV_PROXY: "1",
    RSYNC_PROXY: `127.0.0.1:${port}`,
    DOCKER_HTTP_PROXY: url,
    DOCKER_HTTPS_PROXY: url,
    CLOUDSDK_PROXY_TYPE: "http",
    CLOUDSDK_PROXY_ADDRESS: "127.0.0.1",
    CLOUDSDK_PROXY_PORT: String(port),
    // A shared connection of the user's is at a path that a sandbox does not have.
    GIT_SSH_COMMAND: `ssh -o ControlMaster=no -o ControlPath=none -o ProxyCommand='${connect} %h %p'`,
    JAVA_TOOL_OPTIONS: javaOptions(port, trust?.java, env.JAVA_TOOL_OPTIONS),
    ...(trust && Object.fromEntries(trusting.map((name) => [name, trust.pem]))),
  };
}

function javaOptions(port: number, trustStore: string | undefined, before = ""): string {
  const proxies = ["http", "https"].flatMap((kind) => [`-D${kind}.proxyHost=127.0.0.1`, `-D${kind}.proxyPort=${port}`]);
  const trust = trustStore
    ? [
        `-Djavax.net.ssl.trustStore=${trustStore}`,
        ...["-Djavax.net.ssl.trustStoreType=JKS", `-Djavax.net.ssl.trustStorePassword=${javaPassword}`],
      ]
    : [];
  return [before, ...proxies, "-Dhttp.nonProxyHosts=localhost|127.*|[::1]", ...trust].filter(Boolean).join(" ");
}
