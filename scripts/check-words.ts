import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { phrasesOfPages, phrasesOfSources } from "./_phrases.ts";
import { isTest, type Package, type Report, readWorkspace, runCheck, sourcesOf } from "./_workspace.ts";

/** Words that only this repository knew, and the standard term for each. They count within longer names, too: `rung` in `lastRungs`. */
const coined: Readonly<Record<string, string>> = {
  afresh: "miss",
  doubt: "unknown",
  earlierTurns: "pendingWrites",
  goneFolder: "missing cwd",
  inTurn: "withFileLock",
  journey: "request context",
  ladder: "fallback order",
  mend: "coerce",
  notKept: "uncacheable",
  patience: "retry delay, timeout",
  raced: "WriteConflict",
  readLedger: "read tracker",
  requiredTexts: "required literals",
  rung: "candidate",
  scanRoom: "scratch buffer",
  spliceHabits: "style inference",
  standAgain: "reopenDir",
  standByName: "dirByPath",
  takeBack: "reclaim",
  unheard: "hasOtherLinks",
};

/** Words that are fine within other names, and coined as a whole name, spelled so. */
const coinedAlone: Readonly<Record<string, string>> = {
  Claim: "policy subject",
  Gate: "path guard",
  Portion: "batch",
  Stand: "DirHandle",
  Standing: "freshness",
  Trail: "walk stack",
  World: "fixture",
  Worth: "verdict",
  beat: "heartbeat",
  desk: "layout",
  flights: "in-flight tracker",
  hands: "workspace session",
  judge: "scan",
  legacies: "sessions by protocol version",
  moderns: "sessions by protocol version",
  pace: "yieldToEventLoop",
  prove: "verifyUnchanged",
  proof: "verifyUnchanged",
  resident: "search cache",
  signs: "characters",
  stray: "unsolicited output",
  ticket: "nonce",
  trail: "walk stack",
  travel: "follow redirects",
  world: "fixture",
};

/** Type names that do not say what the type is: `SourceRange`, `SearchHit` or `FoundDefinition` do. */
const vagueType =
  /^\s*(?:export )?(?:interface|type) ((?:Asked|Done|Found|Given|Gone|Heard|Held|Kept|Known|Left|Look|Made|Met|Own|Part|Piece|Place|Rest|Room|Said|Seen|Sent|Shown|Spot|Step|Stuff|Taken|Thing|Told|Tried|Wanted)(?:<[^=]*>)?)(?= [={]| extends)/gm;

/** File names that are clauses instead of nouns or verbs of the field. */
const clause =
  /^_?(?:asked|asker-in|goes|holds|judged?|keeps|knows|lands?|learn|lies|looked|looks|may|meant|met|says|settle|stays?|tells?|told|wants)(?:-|$)/;

/** Pages, comments, and names of files and types are plain English, which is required; other identifiers that only we know are notes. */
export function checkWords(root: string): Report {
  const packages = readWorkspace(root);
  return {
    looked: "pages, comments, files and types are in plain English (other names warn only)",
    problems: [...phrasesOfPages(root), ...packages.flatMap(phrasesOfSources), ...packages.flatMap(vagueNames)],
    notes: packages.flatMap(noteOn),
  };
}

function vagueNames(pkg: Package): string[] {
  return sourcesOf(pkg).flatMap((path) => {
    const file = join(pkg.folder, path.slice(pkg.dir.length + 1));
    const types = isTest(path) ? [] : [...readFileSync(path, "utf8").matchAll(vagueType)].map(([, name]) => name);
    return [
      ...types.map((name) => `${file}: the type ${name} does not say what it is. Name it after its content.`),
      ...(clause.test(basename(path)) ? [`${file}: name the file after what it holds, with nouns or a verb.`] : []),
    ];
  });
}

function noteOn(pkg: Package): string[] {
  const counts = new Map<string, number>();
  for (const file of sourcesOf(pkg)) {
    const names = [basename(file).replace(/^_|\..*$/g, ""), ...namesIn(readFileSync(file, "utf8"))];
    for (const word of names.flatMap(coinedIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const words = sorted.map(
    ([word, count]) => `${word} ${count} (${coined[word] ?? coinedAlone[word] ?? "max… or min…"})`,
  );
  return [`${pkg.folder}: ${total} names with coined words: ${words.join(", ")}.`];
}

/** The identifiers of a source, without comments and the text of strings. */
export function namesIn(source: string): string[] {
  const code = source.replace(
    /\/\*[\s\S]*?\*\/|\/\/.*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g,
    (text) => (text.startsWith("`") ? [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(" ") : " "),
  );
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** The coined words in an identifier or in a file name without its extension. */
export function coinedIn(name: string): string[] {
  const parts = partsOf(name);
  const within = parts.some((part) => firstParts.has(part))
    ? Object.keys(coined).filter((word) => contains(parts, partsOf(word)))
    : [];
  const alone = Object.hasOwn(coinedAlone, name) ? [name] : [];
  // `mostLines` and `leastLines` are `maxLines` and `minLines` elsewhere.
  const bound = /^(most|least)[A-Z]/.exec(name);
  return [...within, ...alone, ...(bound ? [`${bound[1]}…`] : [])];
}

/** `lastRungs`, `last-rungs` and `LAST_RUNGS` are `last` and `rung`. */
const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((part) => (part.length > 4 ? part.replace(/([^s])s$/, "$1") : part));

const firstParts = new Set(Object.keys(coined).map((word) => partsOf(word)[0] ?? ""));

const contains = (parts: readonly string[], word: readonly string[]): boolean =>
  parts.some((_, start) => word.every((part, i) => parts[start + i] === part));

if (import.meta.main) await runCheck("words", checkWords);
