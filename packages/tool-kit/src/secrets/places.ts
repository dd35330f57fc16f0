import type { SecretPlace } from "./secrets.ts";

interface HostPattern {
  readonly host: string;
  /** Names below the host, and not the host itself. */
  readonly below: boolean;
  readonly port: number | undefined;
  /** The user has said that this host may get the value unencrypted. */
  readonly plain: boolean;
}

/** Read `host`, `*.host`, `host:port` or `http://host:port`. Undefined for anything else, such as `*` or a whole URL. */
export function readHostPattern(text: string): HostPattern | undefined {
  const [, scheme, star, host = "", port] =
    /^(https?:\/\/)?(\*\.)?(\[[\da-f:.]+\]|[a-z\d_-]+(?:\.[a-z\d_-]+)*)(?::(\d{1,5}))?$/.exec(text.toLowerCase()) ?? [];
  // A star above a name of one label would be good for a whole top-level domain.
  if (host === "" || (star && !host.includes(".")) || Number(port) > 65_535) return undefined;
  return {
    host: host.replace(/^\[|\]$/g, ""),
    below: star !== undefined,
    port: port === undefined ? undefined : Number(port),
    plain: scheme === "http://",
  };
}

/** Whether one of the hosts of a secret is this place. Unencrypted, only loopback is, and what is written as `http://host`. */
export function allowsPlace(hosts: readonly string[], { host, port, encrypted }: SecretPlace): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  return hosts.some((text) => {
    const pattern = readHostPattern(text);
    if (!pattern) return false;
    const isHost = pattern.below ? name.endsWith(`.${pattern.host}`) : name === pattern.host;
    const isPort = pattern.port === undefined || pattern.port === port;
    return isHost && isPort && (encrypted || pattern.plain || isLoopback(name));
  });
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host);

/** The place that a URL leads to. */
export function placeOfUrl(url: string): SecretPlace {
  const { protocol, hostname, port } = new URL(url);
  const encrypted = protocol === "https:";
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (encrypted ? 443 : 80)), encrypted };
}
