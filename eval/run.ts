import { type Column, runFolder, show, verdict } from "../bench/lib/runner.ts";
import type { EvalRow } from "./lib/corpus.ts";

const columns: readonly Column<EvalRow>[] = [
  { title: "what", width: 58, cell: ({ what }) => what },
  { title: "got", width: 8, cell: ({ value }) => show(value) },
  { title: "of", width: 8, cell: ({ of }) => (of === undefined ? "–" : show(of)) },
  ...verdict,
];

if (import.meta.main) await runFolder(import.meta.dirname, columns);
