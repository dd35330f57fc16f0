export { deliver } from "../tools/deliver.ts";
export { makeDiagram } from "./make-diagram.ts";
