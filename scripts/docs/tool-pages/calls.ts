import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** A call that comes before another one, of any tool. */
export interface EarlierCall {
  readonly tool: string;
  readonly input: object;
}

interface ShownCall {
  readonly before?: readonly EarlierCall[];
  readonly call: object;
}

/** What the page of a tool shows: one call that works, and those that fail most often. */
interface ToolPage extends ShownCall {
  readonly purpose: string;
  /** Its calls need a real folder. */
  readonly onDisk?: boolean;
  readonly fails?: readonly ShownCall[];
}

const load = <T>(name: string): T => parse(readFileSync(join(import.meta.dirname, name), "utf8")) as T;
const pages = load<Readonly<Record<string, ToolPage>>>("tools.yaml");

/** The project that the calls work on, and the web that they see. */
export const project = load<Readonly<Record<"files" | "pages", Readonly<Record<string, string>>>>>("project.yaml");

/** The tools that have a page. */
export const toolNames: readonly string[] = Object.keys(pages);

export const isTool = (name: string): boolean => Object.hasOwn(pages, name);

export function shownOf(tool: string): ToolPage {
  const page = pages[tool];
  if (!page) throw new Error(`${tool} is not in scripts/docs/tool-pages/tools.yaml: add its purpose and its calls.`);
  return page;
}
