/** Known differences of the portable shell from bash, by what a script or the difference shows. */
const known: readonly (readonly [cause: string, isIt: (script: string, difference: string) => boolean])[] = [];

/** The name of the known difference that a script meets. */
export const causeOf = (script: string, difference: string): string =>
  known.find(([, isIt]) => isIt(script, difference))?.[0] ?? "not known";
