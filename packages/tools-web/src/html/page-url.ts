/** An address as the page means it; one that cannot be resolved stays as it is written. */
export function resolveUrl(url: string, base: string): string {
  const written = url.trim();
  return URL.canParse(written, base) ? new URL(written, base).href : written;
}

/** Where the image comes from: pages that load images late keep it in other attributes. Inlined data is none. */
export function imageSource(attributes: Readonly<Record<string, string>>): string | undefined {
  const { src, srcset } = attributes;
  const candidates = [attributes["data-src"], attributes["data-original"], attributes["data-lazy-src"]];
  const first = (set: string | undefined) => set?.trim().split(/\s+/)[0];
  const usable = [src, ...candidates, first(attributes["data-srcset"]), first(srcset)];
  return usable.find(
    (url) => url !== undefined && url.trim() !== "" && !/^\s*(data|javascript|about|blob):/i.test(url),
  );
}
