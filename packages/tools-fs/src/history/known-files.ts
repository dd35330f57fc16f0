import type { Path, ToolContext } from "@holdall/tool-core";
import { readTracker } from "./read-tracker.ts";

/** Whether file tools of a session have read or written a file. */
export const knowsFile = ({ state }: Pick<ToolContext, "state">, path: Path): boolean =>
  state(readTracker).get(path) !== undefined;
