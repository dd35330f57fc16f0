/**
 * Why a connection failed, with the underlying cause: fetch says "fetch failed", and the system's reason is in its
 * cause.
 */
export function reasonOf(error: unknown, levels = 5): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const below =
    error instanceof AggregateError
      ? [...new Set(error.errors.map((each) => reasonOf(each, levels - 1)))].join(", ")
      : cause instanceof Error && levels > 0
        ? reasonOf(cause, levels - 1)
        : "";
  if (below !== "" && /^(fetch failed)?$/.test(message)) return below;
  return below === "" || message.includes(below) ? message : `${message.replace(/\.$/, "")}: ${below}`;
}
