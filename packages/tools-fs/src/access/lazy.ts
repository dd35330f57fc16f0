/** Load a module when it is first asked for. `import()` itself takes tens of microseconds each time, of what is loaded too. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
