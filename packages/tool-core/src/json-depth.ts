/** Arrays and objects inside one another that are taken of anybody's JSON. What walks JSON here can walk as many. */
export const maxLevels = 1_000;

/** True for a value with more levels of arrays and objects than that. It takes no stack, whatever it is given. */
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
