import { byText, csv, groupBy, json, most, namesFolder } from "../sql-data.ts";
import { big, exact, type Question } from "./question.ts";

const counts = <T>(rows: readonly T[], key: (row: T) => string) =>
  [...groupBy(rows, key)].map(([name, group]) => [name, group.length] as const);
const count = (rows: Iterable<unknown>): number => [...rows].length;
const strikes = () => csv("birdstrikes.csv");
const gapminder = () => json("gapminder.json");
const namesOf = (language: string): Readonly<Record<string, string | readonly string[]>> =>
  (json(`langs/${language}.json`, namesFolder) as unknown as { readonly countries: Record<string, string | string[]> })
    .countries;

export const countries: readonly Question[] = [
  // Countries: Unicode, joins over formats, large numbers.
  {
    ask: "people of each year",
    sql: "SELECT year, sum(pop) FROM 'gapminder.json' GROUP BY 1 ORDER BY 1",
    answer: () =>
      [...groupBy(gapminder(), (row) => String(row.year))]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([year, rows]) => [Number(year), rows.reduce((sum, row) => sum + row.pop, 0)]),
  },
  {
    ask: "the growth of each country",
    sql: "SELECT country, max(pop) FILTER (year = 2005) - max(pop) FILTER (year = 1955) g FROM 'gapminder.json' GROUP BY 1 ORDER BY g DESC LIMIT 3",
    answer: () =>
      most(
        [...groupBy(gapminder(), (row) => row.country)].map(([country, rows]) => [
          country,
          rows.find((row) => row.year === 2005)!.pop - rows.find((row) => row.year === 1955)!.pop,
        ]),
        3,
      ),
  },
  {
    ask: "countries that are in both sets",
    sql: "SELECT count(DISTINCT g.country) FROM 'gapminder.json' g SEMI JOIN 'gapminder-health-income.csv' h ON g.country = h.country",
    answer: () => {
      const names = new Set(csv("gapminder-health-income.csv").map((row) => row.country));
      return [
        [
          new Set(
            gapminder()
              .map((row) => row.country)
              .filter((name) => names.has(name)),
          ).size,
        ],
      ];
    },
  },
  {
    ask: "population squared, beyond 64 bits",
    sql: "SELECT sum(population::HUGEINT * population) FROM 'gapminder-health-income.csv'",
    answer: () => [
      [big(csv("gapminder-health-income.csv").reduce((sum, row) => sum + BigInt(row.population!) ** 2n, 0n))],
    ],
  },
  {
    ask: "the richest country of each region",
    sql: "SELECT region, arg_max(country, income) FROM 'gapminder-health-income.csv' GROUP BY 1 ORDER BY 1",
    answer: () =>
      [...groupBy(csv("gapminder-health-income.csv"), (row) => row.region!)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([region, rows]) => [region, rows.toSorted((a, b) => Number(b.income) - Number(a.income))[0]!.country!]),
  },
  {
    ask: "the divisions of football, with umlauts",
    sql: "SELECT division, count(*) n FROM 'football.json' GROUP BY 1 ORDER BY n DESC, 1 LIMIT 5",
    answer: () =>
      most(
        counts(json("football.json"), (row) => row.division),
        5,
      ),
  },
  {
    ask: "teams whose names have letters beyond ASCII",
    sql: "SELECT count(DISTINCT home_team) FROM 'football.json' WHERE NOT regexp_full_match(home_team, '[ -~]*')",
    answer: () => [
      [
        new Set(
          json("football.json")
            .map((row) => row.home_team)
            .filter((name) => !/^[ -~]*$/.test(name)),
        ).size,
      ],
    ],
  },
  {
    ask: "names of countries in other scripts",
    sql: `SELECT j.countries['JP'], f.countries['CI'], r.countries['BG'] FROM '${namesFolder}/langs/ja.json' j, '${namesFolder}/langs/fr.json' f, '${namesFolder}/langs/ru.json' r`,
    answer: () => [
      [
        ["ja", "JP"],
        ["fr", "CI"],
        ["ru", "BG"],
      ].map(([language, code]) => [namesOf(language!)[code!]].flat()[0]!),
    ],
  },
  {
    ask: "codes of countries with zeros, in lists",
    sql: `SELECT count(*), min(json[3]) FROM '${namesFolder}/codes.json' WHERE json[3] LIKE '0%'`,
    answer: () => {
      const found = (json("codes.json", namesFolder) as unknown as string[][])
        .map((code) => code[2]!)
        .filter((code) => code.startsWith("0"));
      return [[found.length, found.toSorted(byText)[0]!]];
    },
  },
  {
    ask: "deaths by kind of disaster, without the totals",
    sql: "SELECT Entity, sum(Deaths) s FROM 'disasters.csv' WHERE Entity NOT LIKE 'All%' GROUP BY 1 ORDER BY s DESC LIMIT 3",
    answer: () =>
      most(
        [
          ...groupBy(
            csv("disasters.csv").filter((row) => !row.Entity!.startsWith("All")),
            (row) => row.Entity!,
          ),
        ].map(([name, rows]) => [name, rows.reduce((sum, row) => sum + Number(row.Deaths), 0)]),
        3,
      ),
  },
  {
    ask: "bird strikes by size and time",
    sql: 'SELECT "Wildlife Size", "Time of day", count(*) n FROM \'birdstrikes.csv\' GROUP BY ALL ORDER BY n DESC, 1, 2 LIMIT 4',
    answer: () =>
      most(
        counts(
          strikes(),
          (row) => `${row["Wildlife Size"]}\t${row["Time of day"] === "" ? "NULL" : row["Time of day"]}`,
        ),
        4,
      ).map(([key, n]) => [...key.split("\t").map((part) => (part === "NULL" ? null : part)), n]),
  },
  {
    ask: "the cost of repairs",
    sql: 'SELECT sum("Cost Repair"), count("Speed IAS in knots") FROM \'birdstrikes.csv\'',
    answer: () => [
      [
        strikes().reduce((sum, row) => sum + Number(row["Cost Repair"]), 0),
        count(strikes().filter((row) => row["Speed IAS in knots"] !== "")),
      ],
    ],
  },
  {
    ask: "unemployment of the counties, separated by tabs",
    sql: "SELECT count(*), sum(rate), max(id) FROM 'unemployment.tsv'",
    answer: () => {
      const rows = csv("unemployment.tsv", "\t");
      return [[rows.length, exact(rows.map((row) => row.rate!)), Math.max(...rows.map((row) => Number(row.id)))]];
    },
  },
  {
    ask: "people and groups that match",
    sql: "SELECT p.name, g.\"group\" FROM 'lookup_groups.csv' g JOIN 'lookup_people.csv' p ON p.name = g.person WHERE p.age > 30 ORDER BY 1",
    answer: () => {
      const people = new Map(csv("lookup_people.csv").map((row) => [row.name, Number(row.age)]));
      return csv("lookup_groups.csv")
        .filter((row) => (people.get(row.person) ?? 0) > 30)
        .toSorted((a, b) => byText(a.person!, b.person!))
        .map((row) => [row.person!, Number(row.group)]);
    },
  },
  {
    ask: "species in most counties",
    sql: "SELECT common_name, count(DISTINCT county_id) n FROM 'species.csv' GROUP BY 1 ORDER BY n DESC, 1 LIMIT 3",
    answer: () =>
      most(
        [...groupBy(csv("species.csv"), (row) => row.common_name!)].map(([name, rows]) => [
          name,
          new Set(rows.map((row) => row.county_id)).size,
        ]),
        3,
      ),
  },
  {
    ask: "states with capitals, and their rates of obesity",
    sql: "SELECT c.city, o.rate FROM 'us-state-capitals.json' c JOIN 'income.json' i ON i.name = c.state AND i.\"group\" = '200000+' JOIN 'obesity.json' o USING (id) ORDER BY o.rate DESC, 1 LIMIT 2",
    answer: () => {
      const ids = new Map(json("income.json").map((row) => [row.name, row.id]));
      const rates = new Map(json("obesity.json").map((row) => [row.id, row.rate]));
      return json("us-state-capitals.json")
        .flatMap((row) => {
          const rate = rates.get(ids.get(row.state));
          return rate === undefined ? [] : [[row.city, rate] as const];
        })
        .toSorted((a, b) => b[1] - a[1] || byText(a[0], b[0]))
        .slice(0, 2);
    },
  },
];
