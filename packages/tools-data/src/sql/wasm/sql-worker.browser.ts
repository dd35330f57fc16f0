const scope = globalThis as unknown as {
  fetch: typeof fetch;
  importScripts(...addresses: string[]): void;
  postMessage(message: unknown): void;
};

const refuse = (): never => {
  throw new TypeError("A query has no network.");
};

/** The library expects that requests exist; none succeeds. */
function NoRequest(): object {
  return { open() {}, setRequestHeader() {}, overrideMimeType() {}, send: refuse, status: 0, response: null };
}

// The first message says where the library is; from then on it takes the messages itself.
globalThis.addEventListener("message", start as (event: Event) => void, { once: true });

function start({ data: { module, script } }: MessageEvent<{ readonly module: string; readonly script: string }>): void {
  const load = scope.fetch.bind(globalThis);
  scope.fetch = async (asked, options) => {
    const url = typeof asked === "string" || asked instanceof URL ? String(asked) : asked.url;
    if (url !== module) return refuse();
    try {
      const answer = await load(asked, options);
      if (answer.ok) return answer;
      throw new Error(`HTTP ${answer.status} for ${module}`);
    } catch (error) {
      // The library would keep waiting; the page ends this thread.
      scope.postMessage({ failed: String(error) });
      return new Promise<Response>(() => {});
    }
  };
  Object.defineProperty(globalThis, "XMLHttpRequest", { value: NoRequest });
  for (const name of ["WebSocket", "EventSource", "WebTransport", "indexedDB", "caches", "Worker", "BroadcastChannel"])
    Object.defineProperty(globalThis, name, { value: undefined });
  Object.defineProperty(navigator, "storage", { value: undefined });
  const { importScripts } = scope;
  importScripts(script);
  Object.defineProperty(globalThis, "importScripts", { value: refuse });
}
