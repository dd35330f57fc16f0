import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where Chromium is, or undefined. */
export const chromiumPath = [
  process.env.CHROMIUM_PATH ?? "",
  ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
].find((file) => file !== "" && existsSync(file));

/** For the name of the one test that is there without a browser. */
export const noChromium =
  "skipped: no Chromium found; `npm run setup` as root on Debian installs it, or set CHROMIUM_PATH";

export const flags: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
