import { quoteName, quoteText } from "../engine/quote.ts";
import type { ParsedQuery } from "../engine/sql-engine.ts";
import { notSelect, wrongSql } from "../parse/sql-errors.ts";
import type { Tables } from "../tables/resolve-tables.ts";
import { findPlaces, type TablePlace } from "./find-places.ts";
import { readWords } from "./sql-words.ts";

const selects = new Set("select with from values table ( describe desc summarize show".split(" "));
const statements = new Set(
  `alter analyze attach begin call checkpoint comment commit copy create deallocate delete detach drop execute explain export
   force import insert install load merge pivot pragma prepare reset rollback set truncate unpivot update use vacuum`.split(
    /\s+/,
  ),
);
/** Statements that are queries only within FROM. */
const shows = new Set("describe desc summarize show".split(" "));

/** A query by its words, for an engine that gives no tree: the names of files are replaced where they stand. */
export function wordsQuery(sql: string): ParsedQuery {
  const words = readWords(sql);
  const first = words[0]?.fold || words[0]?.text || "";
  if (!selects.has(first))
    throw statements.has(first) ? notSelect(sql) : wrongSql(`syntax error at or near "${words[0]?.text.slice(0, 40)}"`);
  const found = findPlaces(words, sql);
  return {
    found,
    isOrdered: found.isOrdered,
    async print(_, tables) {
      let printed = "";
      let at = 0;
      for (const place of found.tables) {
        printed += `${sql.slice(at, place.start)}${await inPlace(place, found.qualifiers, tables)}`;
        at = place.end;
      }
      printed += sql.slice(at);
      return shows.has(first) ? `SELECT * FROM (${printed}\n)` : printed;
    },
  };
}

async function inPlace(place: TablePlace, qualifiers: ReadonlySet<string>, tables: Tables): Promise<string> {
  const { name, reads, hasAlias, options } = place;
  if (reads && reads.engineOptions.length > 0) {
    const { places, base, defaults } = await tables.opened(reads);
    const written = options.map((option) => /^\w+/.exec(option)?.[0].toLowerCase() ?? "");
    const added = Object.entries(defaults)
      .filter(
        ([key]) =>
          !written.includes(key) && !(key === "delim" && written.some((each) => /^(sep|delimiter)$/.test(each))),
      )
      .map(([key, value]) => `${key} = ${quoteText(value)}`);
    const call = `read_csv(${[`[${places.map(quoteText).join(", ")}]`, ...options, ...added].join(", ")})`;
    return hasAlias ? call : `${call} AS ${quoteName(base)}`;
  }
  const table = reads ? await tables.called(reads) : await tables.named(name);
  const whole = name.join(".");
  const alias = whole !== "" && qualifiers.has(whole) ? whole : table.base;
  const written = table.place.map(quoteName).join(".");
  return hasAlias ? written : `${written} AS ${quoteName(alias)}`;
}
