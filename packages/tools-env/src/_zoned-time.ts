import { nearest, ToolError } from "@holdall/tool-core";

export interface ZonedTime {
  /** IANA name, as the runtime spells it. */
  readonly timezone: string;
  /** ISO 8601 with the zone's offset, to the second. */
  readonly local: string;
  /** ISO 8601, to the second. */
  readonly utc: string;
  /** In English. */
  readonly weekday: string;
  /** From UTC, `+05:30`. */
  readonly offset: string;
  /** ISO 8601 week with its own year: the first days of January can belong to `2026-W53`. */
  readonly week: string;
}

const dayLength = 86_400_000;
const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

/** An instant as clocks and calendars of a zone show it. Throws `invalid_input` for a zone that is none. */
export function zonedTime(now: Date, zone: string | undefined): ZonedTime {
  const clock = clockOf(zone);
  const part = new Map(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(part.get(type));
  const day = Date.UTC(number("year"), number("month") - 1, number("day"));
  const wall = day + ((number("hour") * 60 + number("minute")) * 60 + number("second")) * 1000;
  const instant = Math.floor(now.getTime() / 1000) * 1000;
  const offset = formatOffset(Math.round((wall - instant) / 60_000));
  return {
    timezone: clock.resolvedOptions().timeZone,
    local: `${new Date(wall).toISOString().slice(0, 19)}${offset}`,
    utc: `${new Date(instant).toISOString().slice(0, 19)}Z`,
    weekday: part.get("weekday") ?? "",
    offset,
    week: isoWeek(day),
  };
}

function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  const fields = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      ...fields,
      second: "numeric",
      weekday: "long",
      hourCycle: "h23",
      timeZone: zone,
    });
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const close = zonesLike(zone ?? "");
    const next = close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "Name it like Europe/Berlin or UTC.";
    throw new ToolError("invalid_input", `"${zone?.slice(0, 60)}" is not an IANA time zone.`, {
      hint: `${next} Leave timezone out for the local time.`,
      data: { nearest: close },
      cause,
    });
  }
}

/** Zones that a city or country names; by resemblance where none does. */
function zonesLike(name: string): readonly string[] {
  const zones = Intl.supportedValuesOf("timeZone");
  const wanted = name.trim().replaceAll(" ", "_").toLowerCase();
  const named = zones.filter((zone) => zone.toLowerCase().split("/").slice(1).includes(wanted));
  return named.length > 0 ? named.slice(0, 3) : nearest(name, zones);
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The ISO week of a day, given as UTC midnight: the week belongs to the year its Thursday is in. */
function isoWeek(day: number): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const thursday = new Date(day + (3 - weekday) * dayLength);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / dayLength / 7) + 1;
  return `${pad(year, 4)}-W${pad(week)}`;
}
