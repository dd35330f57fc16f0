import { ToolError } from "@holdall/tool-core";
import * as z from "zod";

/** Texts; one alone is a list of one. */
export const texts = z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(z.string()));

/** Prices of one call. */
const most = 10;

/** Symbols or ids as they are asked for, each once. Throws `invalid_input`. */
export function symbolsOf(given: readonly string[], what: "symbols" | "ids"): readonly string[] {
  const all = [...new Set(given.flatMap((text) => text.split(",")).map((text) => text.trim()))].filter(Boolean);
  if (all.length === 0) throw wrong(`${what} is empty.`, `Name at least one, in ${what}.`);
  if (all.length > most) throw wrong(`${what} has ${all.length} entries, more than ${most}.`, "Ask in several calls.");
  for (const text of all)
    if (!/^[\p{L}\p{N}^$][\p{L}\p{N}.:^=$_/-]{0,59}$/u.test(text))
      throw wrong(
        `${JSON.stringify(text.slice(0, 60))} cannot be one of ${what}.`,
        "Write it as AAPL, BRK.B or bitcoin.",
      );
  return all;
}

/** A currency in capital letters. Throws `invalid_input`. */
export function currencyOf(text: string, where: string): string {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{3,5}$/.test(code)) return code;
  throw wrong(
    `${where}: ${JSON.stringify(text.slice(0, 40))} is not the code of a currency.`,
    "Write USD, EUR or GBP.",
  );
}

/** A name of an exchange or market, as providers spell them. */
export function exchangeOf(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (!name) return undefined;
  if (/^[\p{L}\p{N} .&-]{1,40}$/u.test(name)) return name;
  throw wrong(
    `${JSON.stringify(name.slice(0, 40))} cannot be an exchange.`,
    "Write NASDAQ, LSE or its MIC, such as XLON.",
  );
}

/** A day that is not in the future. Throws `invalid_input`. */
export function dateOf(text: string | undefined, now: number): string | undefined {
  const day = text?.trim();
  if (!day || day === "latest" || day === "today") return undefined;
  if (
    !/^\d{4}-\d\d-\d\d$/.test(day) ||
    Number.isNaN(Date.parse(day)) ||
    new Date(day).toISOString().slice(0, 10) !== day
  )
    throw wrong(`date: ${JSON.stringify(day.slice(0, 40))} is not a day.`, "Write YYYY-MM-DD.");
  if (Date.parse(day) > now + 14 * 3_600_000)
    throw wrong(`date: ${day} is in the future.`, "Leave it out for the latest.");
  return day;
}

const wrong = (message: string, hint: string) => new ToolError("invalid_input", message, { hint });
