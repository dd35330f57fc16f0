import { memoryBackend } from "@holdall/backends-memory";
import { expect } from "vitest";
import { recordSession } from "./_recording.fixture.ts";

type Recorded = Awaited<ReturnType<typeof recordedSession>>;

/** How many calls the session has. */
export const count = process.env.HOLDALL_STRESS ? 300 : 120;

/** The session that every backend replays. */
export const recordedSession = () => recordSession(memoryBackend(), { seed: 13, count });

/** Fails unless a replay came out as the recording did. */
export function compareWithRecorded(
  recorded: Recorded,
  { results, files }: Pick<Recorded, "results" | "files">,
  shown = (text: string): string => text,
): void {
  for (const [i, result] of results.entries())
    expect(shown(result), `call ${i + 1}`).toBe(shown(recorded.results[i] ?? "missing"));
  expect(results).toHaveLength(recorded.results.length);
  expect(files).toEqual(recorded.files);
}
