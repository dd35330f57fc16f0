import { byText, groupBy, type JsonRow, json, mean, medianOf, most } from "../sql-data.ts";
import { big, type Question } from "./question.ts";

const counts = <T>(rows: readonly T[], key: (row: T) => string) =>
  [...groupBy(rows, key)].map(([name, group]) => [name, group.length] as const);
const count = (rows: Iterable<unknown>): number => [...rows].length;
const cars = () => json("cars.json");
const movies = () => json("movies.json");

export const missingAndNested: readonly Question[] = [
  // Nulls and nested values in JSON.
  {
    ask: "movies without a director",
    sql: "SELECT count(*) FROM 'movies.json' WHERE Director IS NULL",
    answer: () => [[count(movies().filter((row) => row.Director === null))]],
  },
  {
    ask: "gross of the directors with most",
    sql: "SELECT Director, sum(\"Worldwide Gross\") s FROM 'movies.json' WHERE Director IS NOT NULL GROUP BY 1 ORDER BY s DESC LIMIT 5",
    answer: () =>
      most(
        [
          ...groupBy(
            movies().filter((row) => row.Director !== null),
            (row) => row.Director,
          ),
        ].map(([name, rows]) => [name, rows.reduce((sum, row) => sum + (row["Worldwide Gross"] ?? 0), 0)]),
        5,
      ),
  },
  {
    ask: "ratings that are there, and their mean",
    sql: 'SELECT count("IMDB Rating"), avg("IMDB Rating") FROM \'movies.json\'',
    answer: () => {
      const found = movies().flatMap((row) => row["IMDB Rating"] ?? []);
      return [[found.length, mean(found)]];
    },
  },
  {
    ask: "the median running time by rating",
    sql: "SELECT \"MPAA Rating\", median(\"Running Time min\") FROM 'movies.json' WHERE \"MPAA Rating\" IN ('PG', 'R') GROUP BY 1 ORDER BY 1",
    answer: () =>
      ["PG", "R"].map((rating) => [
        rating,
        medianOf(
          movies()
            .filter((row) => row["MPAA Rating"] === rating)
            .flatMap((row) => row["Running Time min"] ?? []),
        ),
      ]),
  },
  {
    ask: "gross times budget, beyond 64 bits",
    sql: 'SELECT sum("Worldwide Gross"::HUGEINT * "Production Budget") FROM \'movies.json\'',
    answer: () => [
      [
        big(
          movies().reduce(
            (sum, row) => sum + BigInt(row["Worldwide Gross"] ?? 0) * BigInt(row["Production Budget"] ?? 0),
            0n,
          ),
        ),
      ],
    ],
  },
  {
    ask: "genres, with those that are missing",
    sql: "SELECT coalesce(\"Major Genre\", 'none') g, count(*) n FROM 'movies.json' GROUP BY 1 ORDER BY n DESC, 1 LIMIT 4",
    answer: () =>
      most(
        counts(movies(), (row) => row["Major Genre"] ?? "none"),
        4,
      ),
  },
  {
    ask: "cars without a mileage",
    sql: "SELECT count(*) FILTER (Miles_per_Gallon IS NULL), count(*) FILTER (Horsepower IS NULL) FROM 'cars.json'",
    answer: () => [
      [
        count(cars().filter((row) => row.Miles_per_Gallon === null)),
        count(cars().filter((row) => row.Horsepower === null)),
      ],
    ],
  },
  {
    ask: "mileage by origin and year",
    sql: "SELECT Origin, year(Year) y, round(avg(Miles_per_Gallon), 6) FROM 'cars.json' WHERE year(Year) IN (1970, 1980) GROUP BY 1, 2 ORDER BY 1, 2",
    answer: () =>
      [
        ...groupBy(
          cars().filter((row) => /^19[78]0/.test(row.Year)),
          (row) => `${row.Origin} ${row.Year.slice(0, 4)}`,
        ),
      ]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([key, rows]) => [
          key.split(" ")[0]!,
          Number(key.split(" ")[1]),
          Math.round(mean(rows.flatMap((row) => row.Miles_per_Gallon ?? [])) * 1e6) / 1e6,
        ]),
  },
  {
    ask: "cars of one cylinder count in a pivot",
    sql: "SELECT * FROM (SELECT Origin, Cylinders FROM 'cars.json') PIVOT (count(*) FOR Cylinders IN (4, 8)) ORDER BY Origin",
    answer: () =>
      [...groupBy(cars(), (row) => row.Origin)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([origin, rows]) => [
          origin,
          count(rows.filter((row) => row.Cylinders === 4)),
          count(rows.filter((row) => row.Cylinders === 8)),
        ]),
  },
  {
    ask: "penguins by island and sex",
    sql: "SELECT Island, Sex, count(*) FROM 'penguins.json' WHERE Sex IS NOT NULL GROUP BY ALL ORDER BY 1, 2",
    answer: () =>
      counts(
        json("penguins.json").filter((row) => row.Sex !== null),
        (row) => `${row.Island} ${row.Sex}`,
      )
        .toSorted(([a], [b]) => byText(a, b))
        .map(([key, n]) => [...key.split(" "), n]),
  },
  {
    ask: "the heaviest penguin",
    sql: 'SELECT max("Body Mass (g)"), avg("Beak Length (mm)") FROM \'penguins.json\'',
    answer: () => {
      const rows = json("penguins.json");
      return [
        [
          Math.max(...rows.map((row) => row["Body Mass (g)"] ?? 0)),
          mean(rows.flatMap((row) => row["Beak Length (mm)"] ?? [])),
        ],
      ];
    },
  },
  {
    ask: "earthquakes in a document, over 5",
    sql: "SELECT count(*), max(properties.mag) FROM 'earthquakes.json' WHERE properties.mag > 5",
    answer: () => {
      const found = (json("earthquakes.json") as unknown as { features: JsonRow[] }).features
        .map((row) => row.properties.mag as number)
        .filter((mag) => mag > 5);
      return [[found.length, Math.max(...found)]];
    },
  },
  {
    ask: "the northernmost earthquake in a list",
    sql: "SELECT properties.place FROM 'earthquakes.json' ORDER BY geometry.coordinates[2] DESC LIMIT 1",
    answer: () => {
      const { features } = json("earthquakes.json") as unknown as { features: JsonRow[] };
      return [
        [features.toSorted((a, b) => b.geometry.coordinates[1] - a.geometry.coordinates[1])[0]!.properties.place],
      ];
    },
  },
  {
    ask: "years in text of the price of wheat",
    sql: "SELECT year, wheat FROM 'wheat.json' WHERE year < '1600' ORDER BY wheat DESC, year LIMIT 2",
    answer: () =>
      json("wheat.json")
        .filter((row) => row.year < "1600")
        .toSorted((a, b) => b.wheat - a.wheat || byText(a.year, b.year))
        .slice(0, 2)
        .map((row) => [row.year, row.wheat]),
  },
  {
    ask: "the dead of a war, by cause",
    sql: "SELECT sum(wounds), sum(other), sum(disease) FROM 'crimea.json'",
    answer: () => [
      ["wounds", "other", "disease"].map((cause) => json("crimea.json").reduce((sum, row) => sum + row[cause], 0)),
    ],
  },
];
