/** Thrown where something is not to be kept: it is too much, or lies on another machine's disk, which tells of nothing. */
export const uncacheable = Symbol("notKept");
