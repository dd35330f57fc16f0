import { missingLibrary } from "./missing-library.ts";

// The libraries of formats, which are optional. In `try`, bundlers for servers (Turbopack) leave out what is not installed.

export async function loadXlsx() {
  try {
    return await import("hucre/xlsx");
  } catch (cause) {
    throw missingLibrary("XLSX", "hucre", cause);
  }
}

export async function loadParquetReader() {
  try {
    const [reader, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
    return { ...reader, compressors };
  } catch (cause) {
    throw missingLibrary("Parquet", "hyparquet hyparquet-compressors", cause);
  }
}

export async function loadParquetWriter() {
  try {
    return await import("hyparquet-writer");
  } catch (cause) {
    throw missingLibrary("Parquet", "hyparquet-writer", cause);
  }
}
