import type { Backend, Entry } from "@holdall/tool-core";
import { listed } from "../_assert.ts";

/**
 * The same backend while nothing is written: what was listed, looked at or read once is not asked for again. To compare
 * many answers with, of storage where each request takes its time.
 */
export function still(backend: Backend): Backend {
  const once = <T>(): ((key: string, ask: () => Promise<T>) => Promise<T>) => {
    const known = new Map<string, Promise<T>>();
    return (key, ask) => {
      const answer = known.get(key) ?? ask();
      known.set(key, answer);
      return answer;
    };
  };
  const [lists, stats, reads] = [
    once<Entry[]>(),
    once<Awaited<ReturnType<Backend["stat"]>>>(),
    once<Awaited<ReturnType<Backend["read"]>>>(),
  ];
  return {
    ...backend,
    async *list(path) {
      yield* await lists(path, () => listed(backend.list(path)));
    },
    stat: (path) => stats(path, () => backend.stat(path)),
    read: (path) => reads(path, () => backend.read(path)),
  };
}
