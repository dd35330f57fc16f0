import type { Approve } from "@holdall/tool-core";
import { plain } from "../render/plain.ts";
import type { FoundExtension } from "./find-extensions.ts";
import type { Code } from "./read-code.ts";

/** Code of a checkout that would run in this process. */
export interface LoadQuestion {
  readonly found: FoundExtension;
  readonly code: Code;
  /** What has changed since it was trusted, if it was. */
  readonly changes: string | undefined;
}

/** Asks the user: for this session, until the code changes, or not at all. */
export type AskToLoad = (question: LoadQuestion) => Promise<"once" | "always" | "no">;

/** Files of a question that are listed. */
const listed = 20;

/** What would run: the configuration that names it, every file with its size, and the hash of all. */
export function questionLines({ found, code, changes }: LoadQuestion): string[] {
  const { files, hash } = code;
  const more = files.length - listed;
  return [
    `Code of this folder would run inside holdall, with all of your permissions.`,
    `${found.by} names ${found.label}:`,
    ...files.slice(0, listed).map(({ path, size }) => `  ${path} (${size} bytes)`),
    ...(more > 0 ? [`  ${more} more files`] : []),
    `  ${hash}`,
    changes === undefined ? "It has not been trusted yet." : `It has changed since it was trusted: ${changes}`,
  ].map(plain);
}

/** The text of its files. */
export const codeLines = ({ code }: Pick<LoadQuestion, "code">): string[] =>
  [...code.contents].flatMap(([path, content]) => [
    plain(path),
    ...content
      .toString("utf8")
      .split("\n")
      .map((line) => plain(`  | ${line}`)),
    "",
  ]);

/** Asked as about a call, where a terminal can show nothing else: the answer counts for this session. */
export const askByQuestion =
  (approve: Approve): AskToLoad =>
  async (question) => {
    const { found, code } = question;
    const answer = await approve(
      {
        callId: "load",
        sessionId: "extensions",
        tool: "holdall",
        input: {},
        access: [{ action: "execute", target: `extension:${found.label}`, version: code.hash }],
        prompt: questionLines(question).join("\n"),
      },
      AbortSignal.timeout(3_600_000),
    );
    return answer === true || (typeof answer === "object" && answer.approved) ? "once" : "no";
  };
