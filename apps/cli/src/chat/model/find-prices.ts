import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { userFolder } from "../../config/ownership/user-folder.ts";
import type { Settings } from "../../config/read/settings.ts";
import { UsageError } from "../../usage-error.ts";
import { type Prices, pricesOf } from "./prices.ts";

/** The prices of the user: `prices` of a configuration that they named, over `~/.config/holdall/prices.json`. Throws UsageError for a file that is wrong. */
export function findPrices({ file, config }: Pick<Settings, "file" | "config">, env: NodeJS.ProcessEnv): Prices {
  const own = join(userFolder(env), "prices.json");
  return pricesOf({ ...readOwn(own), ...config.prices }, config.prices ? (file ?? own) : own);
}

function readOwn(file: string): Readonly<Record<string, string>> {
  if (!existsSync(file)) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    const example = '{ "anthropic/claude-*": "3/0.30/15" }';
    throw new UsageError(
      `${file} is not a JSON object of prices.`,
      `Write models and dollars per million tokens: ${example}`,
    );
  }
}
