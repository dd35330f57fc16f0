import type { ForeignCall } from "@holdall/tool-core";

const texts = ["markdown", "text", "content", "blocks", "sections", "slides"];
const places = ["outputpath", "output", "outputfile"];

/** Where the text is in the call, a path alone is that of the document that is made. */
export const ownPath: ForeignCall = ({ path, filepath = path, filename = filepath, ...rest }) => {
  const hasText = texts.some((key) => rest[key] !== undefined);
  const hasPlace = places.some((key) => rest[key] !== undefined);
  return hasText && !hasPlace && filename !== undefined ? { ...rest, output_path: filename } : undefined;
};
