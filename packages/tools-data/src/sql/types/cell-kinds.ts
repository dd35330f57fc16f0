/** What all cells of a column of text are. */
export type CellKind = "boolean" | "integer" | "decimal" | "double" | "date" | "timestamp" | "zoned" | "text";

const patterns: readonly (readonly [CellKind, RegExp])[] = [
  ["boolean", /^(true|false|TRUE|FALSE|True|False)$/],
  ["integer", /^ *-?(0|[1-9]\d*) *$/],
  ["decimal", /^ *-?((0|[1-9]\d*)(\.\d+)?|\.\d+) *$/],
  ["double", /^ *-?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)? *$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["timestamp", /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/],
  ["zoned", /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[-+]\d\d(:?\d\d)?)$/],
];

const isNumber = patterns[3]![1];

/** Cells of a column of text that are looked at. */
const maxTexts = 200;

/** The kind of a column, and the most digits that a cell has before and after the point. */
export interface KindOfCells {
  readonly kind: CellKind;
  readonly whole: number;
  readonly fraction: number;
  /** Of a column of text most of whose cells are numbers: one that is not. */
  readonly other?: string | undefined;
}

/** The first kind that all cells are. Text is what has codes with leading zeros, or dates that could be read in two ways. */
export function kindOfCells(cells: Iterable<string | null>): KindOfCells {
  const possible = new Set(patterns.keys());
  let [whole, fraction, filled, numbers] = [0, 0, 0, 0];
  let other: string | undefined;
  for (const cell of cells) {
    if (cell === null || cell === "") continue;
    filled++;
    // Enough to say whether a column of text is mostly numbers.
    if (possible.size === 0 && filled > maxTexts) break;
    for (const i of possible) if (!patterns[i]![1].test(cell)) possible.delete(i);
    if (!isNumber.test(cell)) other ??= cell;
    else {
      numbers++;
      const [before = "", after = ""] = cell.trim().replace("-", "").split(".");
      whole = Math.max(whole, before.length);
      fraction = Math.max(fraction, after.length);
    }
  }
  const [first] = possible;
  const kind = filled === 0 || first === undefined ? "text" : patterns[first]![0];
  const isMostlyNumbers = kind === "text" && other !== undefined && numbers * 2 > filled;
  return { kind, whole, fraction, ...(isMostlyNumbers && { other }) };
}

/** A column, the type that it has for queries, and how it is read where not every cell was looked at. */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
  readonly guard?: { readonly readAs: string; wrong(cell: string): string } | undefined;
}

/** Digits that every double keeps. */
const exactDigits = 15;

/** The type of a kind. `isSampled`: other cells may be of another kind, which a guard finds while they are read. */
export function typeOfKind(
  name: string,
  { kind, whole, fraction }: Omit<KindOfCells, "other">,
  isSampled: boolean,
): TypedColumn {
  const guarded = (type: string, readAs: string, wrong: (cell: string) => string): TypedColumn => ({
    name,
    type,
    ...(isSampled && { guard: { readAs, wrong } }),
  });
  switch (kind) {
    case "boolean":
      return { name, type: "BOOLEAN" };
    case "integer": {
      const type = whole <= 18 ? "BIGINT" : whole <= 38 ? "DECIMAL(38, 0)" : "VARCHAR";
      if (whole > exactDigits) return guarded(type, "VARCHAR", (cell) => `${cell}::${type}::VARCHAR <> trim(${cell})`);
      return guarded(
        type,
        "DOUBLE",
        (cell) => `${cell}::${type}::DOUBLE <> ${cell} OR abs(${cell}) >= 1e${exactDigits}`,
      );
    }
    case "decimal": {
      if (whole + fraction > 38) return { name, type: "DOUBLE" };
      if (!isSampled) return { name, type: `DECIMAL(${whole + fraction <= 18 ? 18 : 38}, ${fraction})` };
      if (whole + fraction > exactDigits) return { name, type: "DOUBLE" };
      // A cell with more digits before the point does not fit, which is an error as well.
      const type = `DECIMAL(${exactDigits}, ${fraction})`;
      return guarded(type, "DOUBLE", (cell) => `${cell}::${type}::DOUBLE <> ${cell}`);
    }
    case "double":
      return { name, type: "DOUBLE" };
    case "date":
      return guarded("DATE", "TIMESTAMP", (cell) => `${cell}::DATE::TIMESTAMP <> ${cell}`);
    case "timestamp":
      return { name, type: "TIMESTAMP" };
    case "zoned":
      return { name, type: "TIMESTAMPTZ" };
    case "text":
      return { name, type: "VARCHAR" };
  }
}
