import { loadProvided } from "@holdall/tool-kit/file-tools";
import type * as node from "./_load-unpdf.ts";

/** Stands in for _load-unpdf.ts in bundles for browsers. */
export const loadUnpdf: typeof node.loadUnpdf = () => loadProvided("unpdf", "unpdf");
