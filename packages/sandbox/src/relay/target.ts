import { readAddress } from "@holdall/tool-kit/addresses";
import { allowsPlace, readHostPattern } from "@holdall/tool-kit/secrets";

declare const branded: unique symbol;

/** A host and a port that one command may reach, as far as its name shows. Only `toTarget` creates one. */
export interface Target {
  /** In the one spelling that URLs have for it, without brackets. */
  readonly host: string;
  readonly port: number;
  /** It was named itself, and not as one below a name. */
  readonly isExact: boolean;
  /** Whether an address was named for this port: the host may then lead there. */
  isNamed(address: string): boolean;
  readonly [branded]: true;
}

export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** Characters of a name that a resolver takes. */
const longestHost = 253;

/** Read `host:port`. All spellings of an address become one. Undefined for anything else. */
export function readAuthority(text: string, defaultPort?: number): HostAndPort | undefined {
  const [, name = "", digits] = /^(\[[\da-f:.]+\]|[^\s:@/?#\\[\]%]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (name === "" || port === undefined || port < 1 || port > 65_535 || !URL.canParse(`http://${name}/`))
    return undefined;
  const { hostname } = new URL(`http://${name}/`);
  if (hostname.length > longestHost) return undefined;
  return { host: hostname.replace(/^\[|\]$|\.$/g, ""), port };
}

/** Compare a host with the names that a command may reach: `host` or `*.host`, each with an optional `:port`. */
export function toTarget({ host, port }: HostAndPort, domains: readonly string[]): Target | undefined {
  const isIn = (names: readonly string[], name: string) => allowsPlace(names, { host: name, port, encrypted: true });
  const exact = domains.filter((domain) => readHostPattern(domain)?.below === false);
  const isExact = isIn(exact, host);
  if (!isExact && (readAddress(host) || !isIn(domains, host))) return undefined;
  return { host, port, isExact, isNamed: (address) => isIn(exact, address) } as Target;
}
