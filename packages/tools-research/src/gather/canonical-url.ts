const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|yclid|ref_src|cmpid|_hs\w+)$/i;

/** One spelling of a page's URL: without fragment, tracking parameters and a slash at the end. */
export function canonicalUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href.replace(/\/(?=$|\?)/, (slash) => (url.pathname === "/" ? slash : ""));
}

/** The host of a URL without `www.`. */
export const domainOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, "") : url);
