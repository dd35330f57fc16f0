import { provideLibrary } from "@holdall/tool-kit/file-tools";

/** The libraries of office files, workbooks and Parquet, which load with the first file that needs them. */
export function provideFormats(): void {
  provideLibrary("htmlparser2", () => import("htmlparser2"));
  provideLibrary("hucre", () => import("hucre"));
  provideLibrary("hucre/xlsx", () => import("hucre/xlsx"));
  provideLibrary("hyparquet", () => import("hyparquet"));
  provideLibrary("hyparquet-compressors", () => import("hyparquet-compressors"));
}
