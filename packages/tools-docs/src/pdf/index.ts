export { deliver } from "../deliver.ts";
export { toDocument } from "../document/to-document.ts";
export { makePdf } from "./make-pdf.ts";
export { readBlocks } from "./read-blocks.ts";
