import { quoteName } from "../engine/quote.ts";

/** A table expression without rows. */
export const emptyTable = (names: readonly string[]): string =>
  `(SELECT ${names.length === 0 ? "1 WHERE false" : `${names.map((name) => `NULL::VARCHAR AS ${quoteName(name)}`).join(", ")} WHERE false`})`;
