/** The maximum nesting of arrays and objects that is accepted in JSON. All code here can process this depth. */
export const maxLevels = 1_000;

/** Returns true if a value is nested more deeply than the limit. Does not use the call stack. */
export function isTooDeep(value: unknown, most: number = maxLevels): boolean {
  let level: ReadonlySet<object> = new Set(isHolder(value) ? [value] : []);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth === most) return true;
    const below = new Set<object>();
    for (const holder of level) for (const item of Object.values(holder)) if (isHolder(item)) below.add(item);
    level = below;
  }
  return false;
}

const isHolder = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
