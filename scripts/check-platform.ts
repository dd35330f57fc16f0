import { readFileSync } from "node:fs";
import { type Report, readWorkspace, runCheck, show, sourcesOf } from "./_workspace.ts";

/** Where the operating system is asked for, and what is for one system by its nature: the sandboxes of Linux and macOS. */
const allowed = /^packages\/(tool-kit\/src\/node\/platform|sandbox\/src)\//;

/** How a source asks for the system, and what it does instead. */
const questions: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /\bprocess\??\.platform\b|\bplatform\(\)|(["'])win32\1/,
    "Use isWindows() or isLinux() of @holdall/tool-kit/node, or what depends on them there: toHostPath, startGroup, findProgram",
  ],
  [/\bimport\.meta\.url\)\.pathname\b/, "A path of a drive is /C:/… there. Use fileURLToPath"],
];

/** The operating system is asked for in one place, so that what depends on it can be tested for another one. */
export function checkPlatform(root: string): Report {
  const files = readWorkspace(root).flatMap((pkg) => sourcesOf(pkg, "code"));
  const problems = files.flatMap((path) => {
    const file = show(path, root);
    const lines = allowed.test(file) ? [] : readFileSync(path, "utf8").split("\n");
    return lines.flatMap((line, at) => {
      const code = line.replace(/^\s*(?:\/\/|\/?\*).*$/, "");
      const instead = questions.find(([pattern]) => pattern.test(code))?.[1];
      return instead === undefined ? [] : [`${file}:${at + 1} asks for the operating system. ${instead}.`];
    });
  });
  return { looked: `${files.length} sources leave the operating system to one port`, problems };
}

if (import.meta.main) await runCheck("platform", checkPlatform);
