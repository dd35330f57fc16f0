export { deliver } from "../deliver.ts";
export { makeDiagram } from "./make-diagram.ts";
