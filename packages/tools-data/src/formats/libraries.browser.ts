import { loadProvided } from "@holdall/tool-kit/file-tools";
import type * as libraries from "./libraries.ts";

// Stands in for libraries.ts in bundles for browsers, which have what their page provides.

export const loadXlsx: typeof libraries.loadXlsx = () => loadProvided("hucre/xlsx", "hucre");

export const loadParquetReader: typeof libraries.loadParquetReader = async () => {
  const packages = "hyparquet hyparquet-compressors";
  const reader = await loadProvided<typeof import("hyparquet")>("hyparquet", packages);
  const { compressors } = await loadProvided<typeof import("hyparquet-compressors")>("hyparquet-compressors", packages);
  return { ...reader, compressors };
};

export const loadParquetWriter: typeof libraries.loadParquetWriter = () =>
  loadProvided("hyparquet-writer", "hyparquet-writer");
