import { isInside, realPlace } from "@holdall/tool-kit/node";
import type { Finding } from "./finding.ts";

/** The location of this command. Anyone who can change the working folder can change its content. */
export function checkInstall(root: string, here: string = import.meta.dirname): Finding {
  const [place = here, work] = [realPlace(here), realPlace(root)];
  if (work === undefined || !isInside(place, work)) return { name: "holdall", state: "works", text: place };
  return {
    name: "holdall",
    state: "missing",
    text: `it is in ${work}, where anyone who changes the project can change it`,
    fix: "npm install --global holdall, and use that one",
  };
}
