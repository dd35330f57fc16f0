import { effectOf, factsOf } from "@holdall/shell-analysis";
import type { Access } from "@holdall/tool-core";

/** A file whose name is unknown beforehand may have any path; it must not be shown as the root of the disk. */
export const describeAccess = (access: Access): string =>
  `${access.action} ${effectOf(access)?.isUnresolved ? "a target known only when it runs: it can be anything" : access.target}`;

/** The programs that a program of this access starts, where rules are held against both. */
export function startedBy(access: Access): string[] {
  if (access.action !== "execute") return [];
  const { programs } = factsOf(access);
  return programs.flatMap(({ text, wrappers }) =>
    wrappers.length === 0 ? [] : [...wrappers.slice(1).map((wrapper) => wrapper.text), text],
  );
}
