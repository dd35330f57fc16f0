import { loadProvided } from "@holdall/tool-kit/file-tools";
import type * as node from "./_libraries.ts";

// Stands in for _libraries.ts in bundles for browsers, which have what their page provides.

export const loadTokenizer: typeof node.loadTokenizer = async () =>
  (await loadProvided<typeof import("htmlparser2")>("htmlparser2", "htmlparser2 hucre")).Tokenizer;

export const loadFormatValue: typeof node.loadFormatValue = async () =>
  (await loadProvided<typeof import("hucre")>("hucre", "htmlparser2 hucre")).formatValue;
