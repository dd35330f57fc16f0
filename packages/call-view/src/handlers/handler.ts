import type { ViewBlock } from "../call-view.ts";

/** How one tool is shown. Everything is optional; whatever is given must cope with any value. */
export interface Handler {
  readonly title: string;
  readonly category: string;
  /** What the call is about, in one line. Left out: a path, pattern, query, URL or name, whichever is there. */
  readonly subject?: (input: unknown, output: unknown) => string | undefined;
  /** The result in two or three words. */
  readonly outcome?: (output: unknown, input: unknown) => string;
  /** What is shown before there is an output; `progress` is the data of the latest progress that had some. */
  readonly preview?: (input: unknown, progress?: unknown) => readonly ViewBlock[];
  /** What is shown of an output. Left out: its fields. */
  readonly blocks?: (output: unknown, input: unknown) => readonly ViewBlock[];
}
