import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiPages } from "./api.ts";
import { type Chapter, docs } from "./outline.ts";
import { readmePages } from "./readmes.ts";

/**
 * Write the pages that are made of the sources into docs/packages and docs/api, where git does not look, and return the
 * chapters of them. `HOLDALL_DOCS_API=skip` leaves the API out.
 */
export function writeGenerated(): readonly Chapter[] {
  const chapters = [
    ["Packages", readmePages()],
    ["API reference", process.env.HOLDALL_DOCS_API === "skip" ? [] : apiPages()],
  ] as const;
  for (const folder of ["packages", "api"]) rmSync(join(docs, folder), { recursive: true, force: true });
  for (const { page, text } of chapters.flatMap(([, pages]) => pages)) {
    mkdirSync(dirname(join(docs, page)), { recursive: true });
    writeFileSync(join(docs, page), text);
  }
  return chapters.flatMap(([text, pages]) => (pages.length > 0 ? [{ text, collapsed: true, pages }] : []));
}
