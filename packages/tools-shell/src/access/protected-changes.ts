import type { SandboxReport } from "@holdall/sandbox/port";
import type { ProtectedChange } from "../options.ts";
import type { Shell } from "../shell/shell.ts";

/** A protected file that was created and taken out of its place. */
export interface TakenFile {
  readonly path: string;
  /** Where it is kept. */
  readonly kept: string;
}

export type Moment = ProtectedChange["moment"];

const whiles: Readonly<Record<Moment, string>> = {
  command: "While it ran",
  task: "While it ran",
  between: "After the previous command, which left processes running",
  end: "Before the session ended",
};

/** Who it was cannot be seen from outside: what runs beside a command may write as well. */
const whom: Readonly<Record<Moment, string>> = {
  command: "by it or by something that ran beside it",
  task: "by it or by something that ran beside it",
  between: "by one of them or by something that ran beside them",
  end: "by a process that was left running or by something that ran beside it",
};

/** Paths that are named before the rest is counted. */
const most = 20;

/** The names are untrusted: they must not look like our own text. */
const listed = (paths: readonly string[]): string => {
  const shown = paths.slice(0, most).map((path) => (/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(path) ? path : quoted(path)));
  return `${shown.join(", ")}${paths.length > most ? ` and ${paths.length - most} more` : ""}`;
};

const quoted = (path: string): string =>
  JSON.stringify(path).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

const found = (paths: readonly string[], moment: Moment): string =>
  `${whiles[moment]}, protected files were created or changed ${whom[moment]}: ${listed(paths)}. Nothing was moved; commands that start now cannot write there.`;

/** What a model is to know about protected files that were made or changed. */
export const protectedNote = (paths: readonly string[], moment: Moment): string =>
  `${found(paths, moment)} Tell the user. File tools ask before they move or delete them, and undo restores them.`;

/** The same for the user. */
export const protectedMessage = (paths: readonly string[], moment: Moment): string =>
  `${found(paths, moment)} Review them before you run anything that reads them.`;

const reasonOf = (refusal = "something else is in their place now") => refusal;

const taken = (files: readonly TakenFile[], moment: Moment, refusal: string | undefined): string =>
  `${whiles[moment]}, protected files were created ${whom[moment]}: ${listed(files.map(({ path }) => path))}. They were taken out of their place, because ${reasonOf(refusal)}, and are kept: ${listed(files.map(({ kept }) => kept))}.`;

/** What a model is to know about protected files that were taken back. */
export const keptNote = (files: readonly TakenFile[], moment: Moment, refusal: string | undefined): string =>
  `${taken(files, moment, refusal)} Files by these names can run code, so file tools ask before they write them or move them back.`;

/** The same for the user. */
export const takenMessage = (files: readonly TakenFile[], moment: Moment, refusal: string | undefined): string =>
  `${taken(files, moment, refusal)} Review them before you move them back.`;

/** The report of a shell's sandbox at its end: before it is killed, and what its last processes did in the meantime. */
export async function reportAtEnd(shell: Shell, errors: string): Promise<SandboxReport | undefined> {
  const report = await shell.launch?.report(errors);
  await shell.kill();
  const late = await shell.launch?.report("");
  const both = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
  return (
    report && late && { ...report, tampered: both(report.tampered, late.tampered), made: both(report.made, late.made) }
  );
}
