/**
 * Whether rules under a media query hold on a desktop screen: by the type of medium, and undefined where it asks for
 * more, such as a width.
 */
export function matchesMedia(query: string): boolean | undefined {
  const found = query.split(",").map((one) => matchesOne(one.trim().toLowerCase()));
  if (query.trim() === "" || found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
}

function matchesOne(query: string): boolean | undefined {
  const [, only, type, rest] = /^(?:(not|only)\s+)?([a-z][\w-]*)\s*(\band\b.*)?$/s.exec(query) ?? [];
  if (type === undefined || type === "not") return undefined;
  const isScreen = type === "all" || type === "screen";
  if (rest !== undefined && (isScreen || only === "not")) return undefined;
  return only === "not" ? !isScreen : isScreen;
}
