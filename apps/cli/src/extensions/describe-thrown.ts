/** What code of an extension threw, and where in it: the first place of the stack outside of Node and of this command. */
export function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `threw ${String(thrown)}`;
  const place = placeIn(thrown);
  const what = `${thrown.name}: ${thrown.message.split("\n")[0]}`;
  return place === undefined ? what : `${what} at ${place}`;
}

function placeIn({ stack = "" }: Error): string | undefined {
  const own = `${import.meta.dirname}/`;
  const places = stack.matchAll(/(?:file:\/\/)?(\/[^\s():?]+\.[mc]?[jt]s)(?:\?holdall-code=\S{71})?:(\d+)/g);
  for (const [, path = "", line] of places) {
    if (!path.startsWith(own)) return `${path}:${line}`;
  }
  return undefined;
}
