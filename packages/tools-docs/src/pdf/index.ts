export { toDocument } from "../document/to-document.ts";
export { deliver } from "../tools/deliver.ts";
export { makePdf } from "./make-pdf.ts";
export { readBlocks } from "./read-blocks.ts";
