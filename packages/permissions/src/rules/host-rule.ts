/** Compile `example.com`, `*.example.com` (names below it), either with `:port`. Hosts are compared by their labels. */
export function compileHostRule(specifier: string): (target: string) => boolean {
  const wanted = partsOf(specifier.replace(/^domain:/, ""));
  return (target) => {
    const { host, port } = partsOf(target);
    if (wanted.port !== undefined && wanted.port !== port) return false;
    if (!wanted.host.startsWith("*.")) return host === wanted.host;
    return host.endsWith(wanted.host.slice(1)) && host.length > wanted.host.length - 1;
  };
}

/** The host of a URL or of `host:port`, as URLs spell it. */
function partsOf(target: string): { host: string; port: string | undefined } {
  const text = target.trim();
  const wildcard = text.startsWith("*.") ? "*." : "";
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.slice(wildcard.length)}`;
  if (!URL.canParse(url)) return { host: text.toLowerCase(), port: undefined };
  const { hostname, port, protocol } = new URL(url);
  const known = /^[a-z]+:\/\//i.test(text) ? { "https:": "443", "http:": "80" }[protocol] : undefined;
  return { host: wildcard + hostname.replace(/\.$/, ""), port: port || known };
}
