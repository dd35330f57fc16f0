const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|yclid|dclid|mc_[ce]id|igshid|ref_src|_hsenc|_hsmi|vero_id)$/i;

/** What two addresses of one page have in common: no scheme, fragment, tracking, `www.`, mobile or AMP spelling. */
export function pageKey(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname.replace(/^((www|m|mobile|amp)\.)+(?=.+\.)/, "");
  const path = pathname.replace(/\/amp\/?$/, "").replace(/\/+$/, "");
  const kept = [...searchParams].filter(
    ([name, value]) => !tracking.test(name) && !(name === "amp" && /^1?$/.test(value)),
  );
  return JSON.stringify([host, port, path, kept.sort()]);
}
