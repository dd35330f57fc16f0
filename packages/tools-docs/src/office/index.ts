export { readBlocks } from "../document/read-blocks.ts";
export { toDocument } from "../document/to-document.ts";
export { deliver } from "../tools/deliver.ts";
export { formatOf, makeOffice } from "./make-office.ts";
