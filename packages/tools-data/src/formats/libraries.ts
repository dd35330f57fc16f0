/** The libraries of formats, which are optional. */
export const loadXlsx = () => import("hucre/xlsx");

export const loadParquetReader = async () => {
  const [reader, { compressors }] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
  return { ...reader, compressors };
};

export const loadParquetWriter = () => import("hyparquet-writer");
