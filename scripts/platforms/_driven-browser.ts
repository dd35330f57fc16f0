/** A function that runs in the page. It sees nothing of the module it is written in; arguments and result travel as JSON. */
type InPage<A extends readonly unknown[], R> = (...args: A) => R;

/** A page of a browser that is driven. */
export interface DrivenPage {
  run<A extends readonly unknown[], R>(code: InPage<A, R>, ...args: A): Promise<Awaited<R>>;
  close(): Promise<void>;
}

/** A browser that is driven, whatever its protocol. */
export interface DrivenBrowser {
  readonly version: string;
  open(url: string): Promise<DrivenPage>;
  close(): Promise<void>;
}

/** The source of a call in the page. */
export const callOf = (code: InPage<never[], unknown>, args: readonly unknown[]): string =>
  `(${code})(...${JSON.stringify(args)})`;

/** Fails after so many milliseconds, as a browser may never answer. */
export async function within<T>(ms: number, what: string, wait: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: no answer in ${ms / 1_000} s`)), ms);
  try {
    return await Promise.race([wait, promise]);
  } finally {
    clearTimeout(timer);
  }
}
