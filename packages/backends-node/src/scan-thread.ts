import { workerData } from "node:worker_threads";
import { compileTextPattern, type TextPattern } from "@holdall/pattern-core";
import { maxRead, type Worth } from "./_search/portion.ts";
import { createReadText } from "./_search/read-text.ts";
import { mark, type ScanTask, type ScanText, type ScanThreadData } from "./_search/scan-thread.ts";
import { standByName } from "./_walk/stand.ts";

/** What the thread does: answer tasks in order. An entry of the package, because a thread is started from a file. */
export function serve(port: ScanThreadData["port"]): void {
  let known: { text: string; mayMatch: TextPattern["mayMatch"] } | undefined;
  const matcher = (text: ScanText): TextPattern["mayMatch"] => {
    const key = JSON.stringify(text);
    if (known?.text !== key) known = { text: key, mayMatch: matcherOf(text) };
    return known.mayMatch;
  };
  let last = Promise.resolve();
  port.on("message", (task: ScanTask) => {
    last = last.then(async () => port.postMessage(await scan(task, matcher(task.text))));
  });
  port.postMessage("ready");
}

/** Where a pattern has flags of its own, `ignoreCase` does not say what it was without them: then either may match. */
function matcherOf(text: ScanText): TextPattern["mayMatch"] {
  const { mayMatch } = compileTextPattern(text.pattern, text);
  if (!text.ignoreCase || text.literal || !text.pattern.includes("(?")) return mayMatch;
  const { mayMatch: mayMatchAsWritten } = compileTextPattern(text.pattern, { ...text, ignoreCase: false });
  return (bytes) => mayMatchAsWritten(bytes) || mayMatch(bytes);
}

async function scan({ real, names, maxBytes }: ScanTask, mayMatch: TextPattern["mayMatch"]): Promise<Worth[]> {
  const readText = createReadText(maxBytes, undefined);
  const root = standByName(real);
  const worths: Worth[] = [];
  let bytes = 0;
  for (const name of names.split("\0").slice(0, -1)) {
    if (bytes > maxRead) break;
    const reading = readText(root, name);
    const found = reading instanceof Promise ? await reading : reading;
    if (typeof found === "string") worths.push(found);
    else {
      bytes += found.length;
      worths.push(mayMatch(found) ? "maybe" : "none");
    }
  }
  return worths;
}

// The module of a thread that `nodeBackend` starts; loaded by anybody else it does nothing.
const data = workerData as Partial<ScanThreadData> | null;
if (data?.mark === mark && data.port) serve(data.port);
