import { stem } from "./stem.ts";

const list = (words: string): string[] => words.trim().split(/\s+/);

/** Words that say nothing about a tool. */
const stops = list(`
  a about above after again all also am an and any are as at be because been before being below both but by can could
  did do does doing down during each either else ever every few for from further had has have having he her here hers
  him his how however i if in into is it its itself just like may me might more most much must my myself no nor not of
  off on once one only onto or other our ours out over own per please rather same shall she should since so some such
  than that the their theirs them then there these they this those through thus to too under until up upon us very via
  was we well were what when where whether which while who whom whose why will with within without would yes yet you
  your yours im ive id ill youre youve don dont doesnt didnt isnt cant wont couldnt s t re ve ll
  want wants need needs needed im able thanks thank hello hi hey
`);

/** Words of nearly every request and of many tools: they settle what is otherwise even. */
const faint = list(`
  help looking look know get give tell make ask use used user tool api app plugin
`);

/** Words of everyday requests: they may name a tool's work, but mostly carry the sentence. */
const mild = list(`
  accurate actual additional advice appropriate area assist assistance available aware based basic best better big bit
  bring call care certain clear come complete comprehensive consider current currently curious day deal decide detail
  detailed different difficult discover easy effective enjoy ensure entire exact example excited experience explain
  explore express fact feel find first focus follow full fun general good great guide happen happy hard hear high home
  hope hour idea important include individual inform information interest interested interesting issue keep key kind
  last late latest learn level life line list little live local long lot love main major man matter mean minute moment
  month multiple name near nearby necessary new next nice night now number offer old online open option order overall
  part particular people perfect perform person personal place plan point popular possible potential prefer present
  previous problem provide purpose put question quick quite range read ready real really reason recent recommend
  recommendation related relevant reliable request require resource result right room run search see seem send service
  set share show significant similar simple single situation small soon sound specific start state stay step struggle
  stuff style suggest suggestion suitable support sure system take talk team term thing think time tip today together
  tomorrow top topic total track true try turn type understand upcoming update useful valuable variety various view
  visit wait walk watch way week weekend wish wonder word work world worry write year yesterday
`);

export interface English {
  readonly stops: ReadonlySet<string>;
  /** Stem → how much of a word's weight it has in a query; 1 when it is not here. */
  readonly shares: ReadonlyMap<string, number>;
}

let english: English | undefined;

/** What search knows of English, stemmed once, at first use. */
export function readEnglish(): English {
  if (english) return english;
  const shares = new Map([
    ...mild.map((word) => [stem(word), 0.7] as const),
    ...faint.map((word) => [stem(word), 0.2] as const),
  ]);
  english = { stops: new Set(stops), shares };
  return english;
}
