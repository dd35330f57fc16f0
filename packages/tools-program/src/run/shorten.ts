interface Short {
  readonly value: unknown;
  /** In words: what is left of it. */
  readonly kept: string;
}

/** A value that fits into so many characters of JSON: its first items, whole. Texts and single items are cut, and say so. */
export function shorten(value: unknown, length: number, most: number): Short {
  if (length <= most) return { value, kept: "all" };
  const size = `${length.toLocaleString("en")} characters`;
  if (typeof value === "string") {
    return { value: value.slice(0, most), kept: `the first ${most.toLocaleString("en")} characters of ${size}` };
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(Object(value) as object);
  const kept: [string, unknown][] = [];
  let used = 2;
  for (const [key, item] of entries) {
    const json = JSON.stringify(item);
    const name = isList ? 0 : key.length + 4;
    if (used + json.length + name > most) {
      if (kept.length === 0 || !isList) kept.push([key, `[left out: ${json.length.toLocaleString("en")} characters]`]);
      if (isList || used + name + 40 > most) break;
      used += name + 40;
      continue;
    }
    kept.push([key, item]);
    used += json.length + name + 1;
  }
  return {
    value: isList ? kept.map(([, item]) => item) : Object.fromEntries(kept),
    kept: `${kept.length} of ${entries.length} ${isList ? "items" : "fields"}, ${size} in all`,
  };
}
