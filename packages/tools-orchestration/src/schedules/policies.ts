import type { Access, Policy } from "@holdall/tool-core";
import type { ScheduleToolsOptions } from "../options.ts";
import { inZone, nextSlots, readTiming, timingText, type WrittenTiming } from "../time/timing.ts";

/** What making a schedule touches. */
export const scheduleAccess: Access = { action: "execute", target: "schedule" };
/** What it also touches if the session has read untrusted text since its user last wrote. */
export const untrustedSchedule: Access = { action: "execute", target: "schedule:untrusted" };

interface ScheduleRequest extends WrittenTiming {
  readonly prompt: string;
  readonly tools?: readonly string[] | undefined;
}

/** Where and when the texts are for; as of the tools. */
type PolicyOptions = Pick<ScheduleToolsOptions, "timezone" | "now">;

/** Asks the user before a schedule is made, showing the work, its tools and the next three times; abstains on the rest. */
export const askSchedules =
  (options: PolicyOptions = {}): Policy =>
  ({ access, input, tool }) =>
    access?.target === scheduleAccess.target
      ? { effect: "ask", prompt: `${tool.title}: ${textOf(input as ScheduleRequest, options)}` }
      : undefined;

/**
 * Asks before a schedule is made by a session that has read untrusted text: instructions from a page would run
 * unattended. Combined with `strictest`, no rule overrides it.
 */
export const askUntrustedSchedules =
  (options: PolicyOptions = {}): Policy =>
  ({ access, input, tool }) =>
    access?.target === untrustedSchedule.target
      ? {
          effect: "ask",
          prompt: `${tool.title} after reading untrusted text: ${textOf(input as ScheduleRequest, options)}`,
        }
      : undefined;

function textOf({ prompt, tools, ...written }: ScheduleRequest, { timezone, now = Date.now }: PolicyOptions): string {
  const timing = readTiming({ ...written, timezone: written.timezone ?? timezone?.() }, now());
  const next = nextSlots(timing, now(), 3).map((slot) => inZone(slot, timing.timezone));
  return `${timingText(timing)} (next ${next.join(", ")}), with ${tools?.join(", ") ?? "the tools that only read"}: ${prompt}`;
}
