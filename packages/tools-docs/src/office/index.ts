export { readDocument } from "../document/read-document.ts";
export { deliver } from "../tools/deliver.ts";
export { formatOf, makeOffice } from "./make-office.ts";
