/** The conditional requests that a store supports. */
export interface S3Conditions {
  /** `If-None-Match: *` on writes. */
  readonly create: boolean;
  /** `If-Match` on writes. */
  readonly replace: boolean;
  /** `If-Match` on deletes. */
  readonly remove: boolean;
}

/** What must be so for a write to happen: a version, or null for "not there". */
export type Condition = string | null | undefined;

/** The headers that ask for a condition. */
export function conditionHeaders(condition: Condition): Record<string, string> {
  if (condition === undefined) return {};
  return condition === null ? { "if-none-match": "*" } : { "if-match": `"${condition}"` };
}

/** False for text that no ETag is, and that a store might read as several, or as any. */
export const canBeVersion = (text: string): boolean => /^[!#-)+\--~]+$/.test(text);

/** The version in an ETag. */
export const versionOf = (etag: string): string => etag.replace(/^(W\/)?"|"$/g, "");
