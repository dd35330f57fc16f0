import type { FilterDataOutput } from "./filter-params.ts";

/** Where a page of the matches begins, and where the next one does, if there is one. */
export const pageOf = (
  offset: number,
  shown: number,
  total: number,
): Pick<FilterDataOutput, "offset" | "next_offset"> => ({
  offset,
  ...(offset + shown < total && { next_offset: offset + shown }),
});
