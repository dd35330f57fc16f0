export { deliver } from "../deliver.ts";
export { type BlockInput, parseBlocks, withTitle } from "./blocks.ts";
export { toDocument } from "./to-document.ts";
