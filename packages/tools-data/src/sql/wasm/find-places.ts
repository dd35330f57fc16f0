import type { FileArgument } from "../parse/file-call.ts";
import { fileCall } from "../parse/file-call.ts";
import { type FoundTables, isCatalog, type TableName } from "../parse/find-tables.ts";
import { checkFunction, checkRowFunction, fileFunctions } from "../parse/sql-functions.ts";
import type { SqlWord } from "./sql-words.ts";

/** A table of a query, and the part of its text that stands for it. */
export interface TablePlace extends TableName {
  readonly start: number;
  readonly end: number;
  /** Whether the query gives it another name. */
  readonly hasAlias: boolean;
  /** Of a function that reads files: what is written behind its files. */
  readonly options: readonly string[];
}

export interface FoundPlaces extends FoundTables<TablePlace> {
  readonly isOrdered: boolean;
}

/** Brackets that a word is in: of a query, of tables in FROM, or of anything else. */
interface Level {
  readonly kind: "query" | "tables" | "other";
  inFrom: boolean;
  /** The next name is that of a table. */
  expects: boolean;
  inSteps: boolean;
  /** The next table is described, and can have no other name. */
  isShown?: boolean;
}

const queryWords = new Set("select with from values table describe desc summarize show pivot unpivot".split(" "));
/** Words that end the tables of FROM. */
const clauses = new Set(
  "where group having window qualify order limit offset union intersect except select sample fetch".split(" "),
);
/** Words that may follow a table, and are no other name of it. */
const followers = new Set(
  `${[...clauses].join(" ")} on using join inner left right full cross natural asof positional semi anti outer
   tablesample pivot unpivot at lateral with for`.split(/\s+/),
);
/** Words before the name of a table at the beginning of a query. */
const tableWords = new Set(["table", "describe", "desc", "summarize", "pivot", "unpivot"]);

/**
 * The tables of a query by its words. A table that is overlooked is not known to the engine, and a name that is none is not
 * found: an engine has no other files than those that were asked about. Throws `permission_denied` for functions that may not
 * be used, and `invalid_input` where a file is not named as a constant.
 */
export function findPlaces(words: readonly SqlWord[], sql: string): FoundPlaces {
  const steps = new Set<string>();
  const tables: TablePlace[] = [];
  const qualifiers = new Set<string>();
  let asksTables = false;
  let isOrdered = false;
  const levels: Level[] = [newLevel("query")];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const level = levels.at(-1)!;
    const isFirst = i === 0 || words[i - 1]!.text === "(";
    if (word.kind === "sign") {
      if ("([{".includes(word.text)) {
        levels.push(levelOf(word.text, words[i + 1], level));
        level.expects = false;
      } else if (")]}".includes(word.text) && levels.length > 1) levels.pop();
      else if (word.text === "," && level.inSteps) addStep(words[i + 1], steps);
      else if (word.text === "," && level.inFrom) level.expects = true;
      continue;
    }
    const isQuery = level.kind === "query";
    if (isQuery && isFirst && word.fold === "show") asksTables = true;
    if (isQuery && isFirst && tableWords.has(word.fold)) {
      level.isShown = !/^(un)?pivot$/.test(word.fold) && word.fold !== "table";
      level.expects = !queryWords.has(words[i + 1]?.fold ?? "");
      if (word.fold.startsWith("desc") && words[i + 1] === undefined) asksTables = true;
      continue;
    }
    if (isQuery && isFirst && word.fold === "with") {
      level.inSteps = true;
      addStep(words[i + 1]?.fold === "recursive" ? words[i + 2] : words[i + 1], steps);
      continue;
    }
    if (isQuery && word.fold === "from" && !isComparison(words, i)) {
      Object.assign(level, { inFrom: true, expects: true, inSteps: false });
      continue;
    }
    if (level.inFrom && word.fold === "join") {
      level.expects = true;
      continue;
    }
    if (isQuery && clauses.has(word.fold) && !level.expects) {
      Object.assign(level, { inFrom: false, inSteps: word.fold === "select" ? false : level.inSteps });
      if (word.fold === "order" && levels.length === 1) isOrdered = true;
      continue;
    }
    if (!level.expects || word.fold === "lateral") {
      if (words[i + 1]?.text === "(" && word.kind === "name") checkFunction({ function_name: word.text });
      if (words[i + 1]?.text === "." && words[i - 1]?.text !== ".") qualifiers.add(word.text);
      continue;
    }
    level.expects = false;
    // An other name in front: FROM s: 'sales.csv'
    const isNamed = words[i + 1]?.text === ":";
    const first = isNamed ? i + 2 : i;
    const { name, last } = qualifiedName(words, first);
    if (words[last + 1]?.text === "(" && words[last]!.kind === "name") {
      const called = name.at(-1)!.toLowerCase();
      checkRowFunction(called);
      if (fileFunctions[called] === undefined) {
        i = last;
        continue;
      }
      const { given, options, end } = readArguments(words, last + 2, sql);
      const reads = fileCall(called, given);
      tables.push({ name: [], reads, options, ...span(words, first, end, isNamed || level.isShown === true) });
      i = end;
      continue;
    }
    if (isCatalog(name)) asksTables = true;
    else tables.push({ name, options: [], ...span(words, first, last, isNamed || level.isShown === true) });
    i = last;
  }
  const isTable = ({ name }: TablePlace) => name.length !== 1 || !steps.has(name[0]!.toLowerCase());
  return { tables: tables.filter(isTable), qualifiers, asksTables, isOrdered };
}

const newLevel = (kind: Level["kind"], expects = false): Level => ({ kind, inFrom: expects, expects, inSteps: false });

function levelOf(bracket: string, next: SqlWord | undefined, { expects }: Level): Level {
  if (bracket === "(" && queryWords.has(next?.fold ?? "")) return newLevel("query");
  if (bracket === "(" && expects) return newLevel("tables", true);
  return newLevel(bracket === "(" && next?.text === "(" ? "query" : "other");
}

function addStep(word: SqlWord | undefined, steps: Set<string>): void {
  if (word?.kind === "name") steps.add(word.text.toLowerCase());
}

/** `IS DISTINCT FROM` compares. */
const isComparison = (words: readonly SqlWord[], i: number): boolean =>
  words[i - 1]?.fold === "distinct" && /^(is|not)$/.test(words[i - 2]?.fold ?? "");

function qualifiedName(words: readonly SqlWord[], first: number): { name: string[]; last: number } {
  const name = [words[first]?.text ?? ""];
  let last = Math.min(first, words.length - 1);
  while (words[last]!.kind === "name" && words[last + 1]?.text === "." && words[last + 2]?.kind === "name") {
    last += 2;
    name.push(words[last]!.text);
  }
  return { name, last };
}

/** From the first to the last word of a table. */
function span(words: readonly SqlWord[], first: number, last: number, isNamed: boolean) {
  const next = words[last + 1];
  const isAlias = next !== undefined && next.kind !== "sign" && !followers.has(next.fold);
  return { start: words[first]!.start, end: words[last]!.end, hasAlias: isNamed || isAlias };
}

/** What is between brackets, from the word behind the first to the last one. */
function readArguments(words: readonly SqlWord[], first: number, sql: string) {
  const given: FileArgument[] = [];
  const options: string[] = [];
  let depth = 0;
  let begin = first;
  let end = first;
  for (; end < words.length; end++) {
    const { kind, text } = words[end]!;
    if (kind === "name" && words[end + 1]?.text === "(" && end > begin) checkFunction({ function_name: text });
    if (kind !== "sign") continue;
    if ("([{".includes(text)) depth++;
    const isEnd = text === ")" && depth === 0;
    if (isEnd || (text === "," && depth === 0)) {
      const part = words.slice(begin, end);
      begin = end + 1;
      if (part.length > 0) {
        const argument = argumentOf(part);
        given.push(argument);
        if (argument.option !== undefined) options.push(sql.slice(part[0]!.start, part.at(-1)!.end));
      }
    }
    if (isEnd) break;
    if (")]}".includes(text)) depth--;
  }
  return { given, options, end };
}

function argumentOf(part: readonly SqlWord[]): FileArgument {
  const [first, second, third, ...more] = part;
  if (first?.kind === "name" && /^(=|:=|=>)$/.test(second?.text ?? "")) {
    const isOne = third !== undefined && more.length === 0;
    const flag = third?.fold === "true" ? true : third?.fold === "false" ? false : undefined;
    return {
      option: first.text.toLowerCase(),
      ...(isOne && third.kind === "text" && { text: third.text }),
      ...(isOne && flag !== undefined && { flag }),
    };
  }
  if (part.length === 1 && first?.kind === "text") return { text: first.text, paths: [first.text] };
  const items = part.slice(1, -1).filter((_, i) => i % 2 === 0);
  const commas = part.slice(1, -1).filter((_, i) => i % 2 === 1);
  const isList =
    first?.text === "[" && items.every(({ kind }) => kind === "text") && commas.every(({ text }) => text === ",");
  return isList ? { paths: items.map(({ text }) => text) } : {};
}
