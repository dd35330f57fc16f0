export { deliver } from "../tools/deliver.ts";
export { type BlockInput, parseBlocks, withTitle } from "./blocks.ts";
export { toDocument } from "./to-document.ts";
