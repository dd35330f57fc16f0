import type { Neutralizer } from "../../html/page/neutral-text.ts";
import type { SearchHit } from "../providers/provider.ts";
import { cleanMarkup, cleanText } from "./clean-text.ts";
import { pageKey } from "./page-key.ts";

/** Hits as one-line texts with canonical addresses, each page once. Invalid links are omitted. */
export function normalizeHits(hits: readonly SearchHit[], neutral: Neutralizer): readonly SearchHit[] {
  const seen = new Set<string>();
  return hits.flatMap((hit) => {
    const tidied = tidy(hit, neutral);
    if (!tidied || seen.has(pageKey(tidied.url))) return [];
    seen.add(pageKey(tidied.url));
    return tidied;
  });
}

function tidy(hit: SearchHit, neutral: Neutralizer): SearchHit | undefined {
  const raw = hit.url.trim();
  if (raw.length > 2048 || /[\s\p{Cc}\p{Cf}\ufffd<>"\\]/u.test(raw) || !URL.canParse(raw)) return undefined;
  // A port that is announced and missing, a user name, odd signs in the host: damaged, or made to mislead.
  if (!/^https?:\/\/(?![^/?#]*(:[/?#]|:$|@))/i.test(raw)) return undefined;
  const { hostname, href } = new URL(raw);
  if (!/^(\[|[a-z\d])[^!$&'()*+,;=~`{}]*$/.test(hostname)) return undefined;
  const published = Number.isNaN(Date.parse(hit.published ?? ""))
    ? undefined
    : cleanText(hit.published ?? "", 40, neutral).slice(0, 19);
  const age = cleanText(hit.age ?? "", 40, neutral);
  const language = /^[a-z]{2,3}([-_][\w-]{1,20})?$/i.exec(hit.language ?? "")?.[0];
  return {
    title: cleanMarkup(hit.title, 200, neutral) || href,
    url: href,
    snippet: cleanMarkup(hit.snippet, 500, neutral),
    ...(published && { published }),
    ...(age && { age }),
    ...(language && { language }),
  };
}
