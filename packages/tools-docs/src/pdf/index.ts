export { readDocument } from "../document/read-document.ts";
export { deliver } from "../tools/deliver.ts";
export { makePdf } from "./make-pdf.ts";
