/** Whether a path names what is there, or may name what a call creates. */
export type PathRole = "existing" | "new";

/** True for a path that can mean another than the text itself: of most, nothing needs to be looked up. */
export const mayMeanAnother = (path: string): boolean =>
  /[^\x21-\x7e]|[\\'`<]|^[@~]|^\$\{?HOME|^%USERPROFILE|^file:|^[abciw]\/|[:#(]L?\d/i.test(path);
