import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hostPlatform } from "@holdall/tool-kit/node";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

const places: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** The browser of this machine: `CHROMIUM_PATH`, one on the `PATH`, or one where installers put it. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH = "", PATH = "" } = process.env;
  const onPath = PATH.split(delimiter)
    .filter((folder) => folder !== "")
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [CHROMIUM_PATH, ...onPath, ...(places[hostPlatform() ?? ""] ?? [])].find(
    (file) => file !== "" && existsSync(file),
  );
}
