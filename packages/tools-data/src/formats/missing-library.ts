import { ToolError } from "@holdall/tool-core";

/** What a call answers whose format needs a library that is not installed. */
export const missingLibrary = (
  what: string,
  packages: string,
  cause: unknown,
  otherwise = "use CSV or JSON Lines",
): ToolError =>
  new ToolError("unavailable", `${what} needs a library that is not installed.`, {
    hint: `Ask the user to run npm install ${packages}, or ${otherwise}.`,
    data: { packages: packages.split(" ") },
    cause,
  });
