/** Thrown for what must not be cached: it is too large, or on a network disk, which reports no changes. */
export const uncacheable = Symbol("notKept");
