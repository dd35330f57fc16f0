import { brave } from "../../providers/brave.ts";
import { exa } from "../../providers/exa.ts";
import { google } from "../../providers/google.ts";
import { searxng } from "../../providers/searxng.ts";
import { tavily } from "../../providers/tavily.ts";
import type { SearchProvider } from "./provider.ts";

/** A provider that is available when all its settings are. */
export interface KnownProvider {
  readonly name: string;
  readonly settings: readonly string[];
  /** What the user should know before choosing it. */
  readonly note?: string;
  readonly make: (...values: string[]) => SearchProvider;
}

/** In the order they are asked. */
export const knownProviders: readonly KnownProvider[] = [
  { name: "brave", settings: ["BRAVE_SEARCH_API_KEY"], make: (key = "") => brave({ key }) },
  { name: "tavily", settings: ["TAVILY_API_KEY"], make: (key = "") => tavily({ key }) },
  { name: "exa", settings: ["EXA_API_KEY"], make: (key = "") => exa({ key }) },
  {
    name: "google",
    settings: ["GOOGLE_SEARCH_ENGINE_API_KEY", "GOOGLE_SEARCH_ENGINE_ID"],
    note: "Google shuts it down on 2027-01-01.",
    make: (key = "", engine = "") => google({ key, engine }),
  },
  { name: "searxng", settings: ["SEARXNG_URL"], make: (url = "") => searxng({ url }) },
];
