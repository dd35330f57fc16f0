/** The place behind a block comment that starts at `start`; comments may stand in comments. Throws `unfinished()` if it does not end. */
export function endOfComment(sql: string, start: number, unfinished: () => Error): number {
  let depth = 0;
  for (let at = start; at < sql.length; at++) {
    if (sql.startsWith("/*", at)) depth++;
    else if (sql.startsWith("*/", at)) depth--;
    else continue;
    at++;
    if (depth === 0) return at + 1;
  }
  throw unfinished();
}
