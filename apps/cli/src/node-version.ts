import manifest from "../package.json" with { type: "json" };

const numbersOf = (version: string): number[] => version.match(/\d+/g)?.map(Number) ?? [];

/** The message if Node.js is too old for this command; undefined if it is new enough. */
export function complaintAbout(version: string, { node: needed } = manifest.engines): string | undefined {
  const [wanted, had] = [numbersOf(needed), numbersOf(version)];
  const first = wanted.findIndex((number, i) => number !== (had[i] ?? 0));
  if (first < 0 || (had[first] ?? 0) > (wanted[first] ?? 0)) return undefined;
  return `holdall needs Node.js ${wanted.join(".")} or newer, and this is ${version}. Get one at https://nodejs.org, or with a version manager.`;
}
