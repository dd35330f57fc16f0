/** Create a function that computes its result once per object, in a WeakMap. */
export function once<K extends object, V extends object>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (!value) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
