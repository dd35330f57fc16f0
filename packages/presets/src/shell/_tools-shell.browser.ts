// Stands in for @holdall/tools-shell in browsers, where presets open no shell.

/** No access is a command's. */
export function effectOf(): undefined {
  return undefined;
}

export function factsOf(): { readonly programs: readonly []; readonly complete: boolean } {
  return { programs: [], complete: false };
}
