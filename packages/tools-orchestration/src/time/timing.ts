import { ToolError } from "@holdall/tool-core";
import { Cron } from "croner";

/** When a schedule runs. Exactly one of the first three. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
  /** Five fields, in the zone. */
  readonly cron?: string | undefined;
  /** Milliseconds from slot to slot, counted from `anchor`. */
  readonly every?: number | undefined;
  readonly anchor: number;
  /** IANA. */
  readonly timezone: string;
}

/** The first slot behind a moment, from the schedule alone: how long a run took and where it ran change nothing. */
export function nextSlot({ at, cron, every, anchor, timezone }: Timing, after: number): number | undefined {
  if (at !== undefined) return at > after ? at : undefined;
  if (every !== undefined) return anchor + (Math.floor(Math.max(0, after - anchor) / every) + 1) * every;
  return openCron(cron ?? "", timezone)
    .nextRun(new Date(after))
    ?.getTime();
}

export function nextSlots(timing: Timing, after: number, count: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlot(timing, after); slot !== undefined && slots.length < count; slot = nextSlot(timing, slot)) {
    slots.push(slot);
  }
  return slots;
}

export interface WrittenTiming {
  readonly at?: string | undefined;
  readonly cron?: string | undefined;
  readonly every?: string | undefined;
  readonly timezone?: string | undefined;
}

const shortest = 5 * 60_000;

/** Parse a model's timing. Throws `invalid_input` with what to write instead. */
export function readTiming({ at, cron, every, timezone = localZone() }: WrittenTiming, now: number): Timing {
  const given = [at, cron, every].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw new ToolError("invalid_input", `Exactly one of at, every and cron says when; ${given.length} are given.`, {
      hint: "For once use at; for every so often every; for times of the day or week cron.",
    });
  }
  checkZone(timezone);
  const base = { anchor: now, timezone };
  if (every !== undefined) return { ...base, every: readEvery(every) };
  if (at !== undefined) return { ...base, at: readAt(at, timezone, now) };
  openCron(cron ?? "", timezone);
  const timing = { ...base, cron: (cron ?? "").trim() };
  if (nextSlot(timing, now) === undefined) {
    throw new ToolError("invalid_input", `cron "${cron}" never matches.`, { hint: "Check day and month." });
  }
  return timing;
}

function readEvery(text: string): number {
  const [, count, unit = ""] = /^\s*(?:every\s+)?(\d+)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const ms = unitMs(unit.toLowerCase());
  if (!count || !ms) {
    throw new ToolError("invalid_input", `every "${text}" is not a duration.`, {
      hint: 'Write "30m", "2h" or "1d".',
    });
  }
  if (Number(count) * ms < shortest) {
    throw new ToolError("invalid_input", `every "${text}" is too often.`, { hint: "Use at least 5m." });
  }
  return Number(count) * ms;
}

function unitMs(unit: string): number | undefined {
  if (/^(s|sec|seconds?)$/.test(unit)) return 1000;
  if (/^(m|min|minutes?|)$/.test(unit)) return 60_000;
  if (/^(h|hours?)$/.test(unit)) return 3_600_000;
  if (/^(d|days?)$/.test(unit)) return 24 * 3_600_000;
  return /^(w|weeks?)$/.test(unit) ? 7 * 24 * 3_600_000 : undefined;
}

function readAt(text: string, timezone: string, now: number): number {
  const [, date, time, seconds = ":00", offset] =
    /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d)?\s*$/i.exec(text) ?? [];
  const iso = `${date}T${time}${seconds}`;
  const at = date && isRealTime(iso) && (offset ? Date.parse(iso + offset) : localTime(iso, timezone));
  if (!at || Number.isNaN(at)) {
    throw new ToolError("invalid_input", `at "${text}" is not a time.`, {
      hint: 'Write "2026-12-01T09:00" in the zone, or with an offset as in "2026-12-01T09:00+01:00".',
    });
  }
  if (at <= now) {
    throw new ToolError(
      "invalid_input",
      `at "${text}" is ${inZone(at, timezone)}, which has passed. It is ${inZone(now, timezone)}.`,
      {
        hint: "Give a future time, or do it now.",
      },
    );
  }
  return at;
}

/** False for days such as February 30, which Date.parse would turn into March 2. */
function isRealTime(iso: string): boolean {
  const at = Date.parse(`${iso}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso);
}

function localTime(iso: string, timezone: string): number | undefined {
  try {
    return new Cron(iso, { timezone, paused: true }).nextRun(new Date(0))?.getTime();
  } catch {
    return undefined;
  }
}

function openCron(pattern: string, timezone: string): Cron {
  try {
    return new Cron(pattern.trim(), { timezone, paused: true, mode: "5-part" });
  } catch (cause) {
    throw new ToolError("invalid_input", `cron "${pattern}" cannot be read.`, {
      hint: 'Write five fields: minute hour day month weekday, as in "0 9 * * 1-5".',
      cause,
    });
  }
}

function checkZone(timezone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    throw new ToolError("invalid_input", `timezone "${timezone}" is unknown.`, {
      hint: 'Use an IANA name such as "Europe/Paris", or leave it out.',
    });
  }
}

export const localZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** ISO 8601 in a zone, with its offset. */
export function inZone(ms: number, timezone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    timeZoneName: "longOffset",
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const offset = (parts.timeZoneName ?? "").replace("GMT", "") || "+00:00";
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}${offset}`;
}

/** A timing in words. */
export function timingText({ at, cron, every, timezone }: Timing): string {
  if (at !== undefined) return `once at ${inZone(at, timezone)} ${timezone}`;
  if (every !== undefined) {
    const [unit, ms] = [["day", 86_400_000] as const, ["hour", 3_600_000] as const].find(
      ([, ms]) => every % ms === 0,
    ) ?? ["minute", 60_000];
    return every === ms ? `every ${unit}` : `every ${every / ms} ${unit}s`;
  }
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5)$/.exec(cron ?? "") ?? [];
  if (minute === undefined || hour === undefined) return `cron "${cron}" ${timezone}`;
  return `every ${days === "*" ? "day" : "weekday"} at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} ${timezone}`;
}
