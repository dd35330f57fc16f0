import { abortCases } from "./backend/abort.ts";
import { moveCases } from "./backend/accelerators.ts";
import { byteCases } from "./backend/bytes.ts";
import { compareAndSetCases } from "./backend/compare-and-set.ts";
import { disposeCases } from "./backend/dispose.ts";
import { globCases } from "./backend/glob.ts";
import { guardedCases } from "./backend/guarded-cases.ts";
import { kindCases } from "./backend/kinds.ts";
import { listingCases } from "./backend/listing.ts";
import { missingCases } from "./backend/missing.ts";
import { nameCases } from "./backend/names.ts";
import { parentCases } from "./backend/parents.ts";
import { rangeCases } from "./backend/ranges.ts";
import { searchCases } from "./backend/search.ts";
import { streamCases } from "./backend/stream.ts";
import { watchCases } from "./backend/watch.ts";
import { writeFromCases } from "./backend/write-from.ts";
import type { BackendCase } from "./backend-case.ts";

/** All rules of the backend contract, by area. */
export const backendCases: Readonly<Record<string, readonly BackendCase[]>> = {
  "what is missing": missingCases,
  kinds: kindCases,
  parents: parentCases,
  "compare and set": compareAndSetCases,
  listing: listingCases,
  names: nameCases,
  bytes: byteCases,
  ranges: rangeCases,
  stream: streamCases,
  "write from": writeFromCases,
  abort: abortCases,
  move: moveCases,
  glob: globCases,
  search: searchCases,
  "judged places": guardedCases,
  watch: watchCases,
  dispose: disposeCases,
};
