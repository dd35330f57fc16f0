/** The part of http-cache-semantics that is used here; it brings no types. */
declare module "http-cache-semantics" {
  interface Message {
    readonly headers: Readonly<Record<string, string>>;
  }

  class CachePolicy {
    constructor(request: Message, response: Message & { readonly status: number }, options?: { shared?: boolean });
    storable(): boolean;
    /** Seconds. */
    maxAge(): number;
    revalidationHeaders(request: Message): Record<string, string>;
    revalidatedPolicy(request: Message, response: Message & { readonly status: number }): { policy: CachePolicy };
  }

  export = CachePolicy;
}
