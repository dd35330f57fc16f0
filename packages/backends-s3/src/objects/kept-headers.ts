/** Properties of an object besides its bytes that a rewrite must keep. */
export type KeptHeaders = Readonly<Record<string, string>>;

/** The header that carries a write's own mark, see `_commit.ts`. */
export const markHeader = "x-amz-meta-holdall-write";

const kept =
  /^(content-type|content-language|content-disposition|cache-control|expires|x-amz-meta-.+|x-amz-storage-class|x-amz-website-redirect-location)$/;

export function keptHeaders(headers: Headers): KeptHeaders {
  return Object.fromEntries([...headers].filter(([name]) => kept.test(name) && name !== markHeader));
}

const most = 1000;

/** The headers of the last thousand objects seen, so that a file that was read can be written with one request. */
export function createHeaderMemory() {
  const known = new Map<string, { readonly version: string; readonly headers: KeptHeaders }>();
  return {
    remember(key: string, version: string, headers: KeptHeaders): void {
      known.delete(key);
      known.set(key, { version, headers });
      if (known.size > most) for (const oldest of known.keys()) return void known.delete(oldest);
    },
    recall(key: string, version: string): KeptHeaders | undefined {
      const found = known.get(key);
      return found?.version === version ? found.headers : undefined;
    },
  };
}
