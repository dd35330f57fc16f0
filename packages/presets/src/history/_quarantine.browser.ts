/** Stands in for _quarantine.ts in browsers: no commands create files there. */
export function openQuarantine(): undefined {
  return undefined;
}
