/** Whether a path names what is there, or may name what a call creates. */
export type PathRole = "existing" | "new";

/** True for a path, or a list with one, that can mean another than the text itself: of most, nothing needs to be looked up. */
export const mayMeanAnother = (path: unknown): boolean =>
  Array.isArray(path) ? path.some(mayMeanAnother) : typeof path === "string" && odd.test(path);

const odd = /[^\x21-\x7e]|[\\'`<]|^[@~]|^\$\{?HOME|^%USERPROFILE|^file:|^[abciw]\/|[:#(]L?\d/i;
