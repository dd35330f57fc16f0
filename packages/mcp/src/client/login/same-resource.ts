/**
 * True for contents that belong to the resource that was asked for: its URI, in whatever spelling, or one below it, as a
 * folder may answer with what it holds. Fragments name a part, and make no difference.
 */
export function isPartOf(asked: string, given: string): boolean {
  const [whole, part] = [spelled(asked), spelled(given)];
  if (whole === part) return true;
  const hasBelow = /^[a-z][a-z\d+.-]*:\/\//.test(whole) && !whole.includes("?");
  return hasBelow && part.startsWith(`${whole}/`);
}

/** The URI as all its spellings are: dots resolved, characters escaped where they must be and nowhere else, no slash at its end. */
function spelled(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const url = new URL(uri);
  url.hash = "";
  const plain = url.href.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return plain.replace(/\/$/, "");
}
