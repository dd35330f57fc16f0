import { delimiter, isAbsolute } from "node:path";
import { childEnvironment, isWindows } from "@holdall/tool-kit/node";

const inherited = "HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR".split(" ");

/** What programs see of the host's variables: a few names, and `PATH` without entries that depend on the folder one is in. */
export function programEnvironment(
  extra: Readonly<Record<string, string>> = {},
  host: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = Object.entries(host).flatMap(([name, value]) =>
    value !== undefined && (inherited.includes(name) || /^LC_[A-Z]+$/.test(name)) ? [[name, value] as const] : [],
  );
  return {
    // Programs of Windows find its folders, and one for temporary files, by variables.
    ...(isWindows() ? childEnvironment(host) : Object.fromEntries(kept)),
    PATH: searchPath(host.PATH).join(delimiter),
    NO_COLOR: "1",
    TERM: "dumb",
    ...extra,
  };
}

/** The absolute entries of `PATH`. */
export function searchPath(path = ""): readonly string[] {
  const absolute = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return absolute.length > 0 ? absolute : ["/usr/local/bin", "/usr/bin", "/bin"];
}
