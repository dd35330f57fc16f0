import type { BenchRow } from "./lib/harness.ts";
import { type Column, runFolder, show, verdict } from "./lib/runner.ts";

const columns: readonly Column<BenchRow>[] = [
  { title: "what", width: 58, cell: ({ what }) => what },
  { title: "against", width: 44, cell: ({ against }) => against },
  { title: "ratio", width: 12, cell: ({ value, unit }) => (unit ? `${show(value)} ${unit}` : show(value)) },
  ...verdict,
];

if (import.meta.main) await runFolder(import.meta.dirname, columns);
