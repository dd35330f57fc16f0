import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createScrubber } from "@holdall/middleware";
import { lookAlikes, secretSamples } from "./data/secret-samples.ts";
import { type EvalRows, tally } from "./lib/corpus.ts";

export const about = "Secrets: documented formats hidden wherever they stand, and sources of packages left alone";

export const rows = (): EvalRows => rowsOf({ times: 20, enough: 40e6 });

/** The rows of so many samples of each format in each context, and of so many bytes of sources. */
export async function* rowsOf({ times, enough }: { readonly times: number; readonly enough: number }): EvalRows {
  const scrubber = createScrubber();
  const all = tally();
  const formats = new Map<string, ReturnType<typeof tally>>();
  for (const { format, context, secret, text } of secretSamples(1, times)) {
    const isHidden = secret.length >= 12 && !scrubber.text(text).includes(secret);
    all.add(isHidden, `${format}, ${context}: ${text}`);
    const own = formats.get(format) ?? tally();
    own.add(isHidden);
    formats.set(format, own);
  }
  yield { what: "credentials hidden", value: all.right, of: all.all, least: Math.ceil(all.all * 0.9) };
  const worst = Math.min(...[...formats.values()].map(({ right, all }) => right / all));
  yield { what: "the same, percent of the worst format", value: 100 * worst, of: 100, least: 90 };

  const alike = tally();
  for (const text of lookAlikes) alike.add(scrubber.text(text) === text, text);
  yield { what: "look-alikes left as they are", value: alike.right, of: alike.all, least: alike.all };

  let [bytes, lines, files, spent] = [0, 0, 0, 0];
  for (const file of sources()) {
    if (bytes > enough) break;
    const text = readFileSync(file, "utf8");
    bytes += Buffer.byteLength(text);
    files++;
    const started = process.cpuUsage();
    const hidden = scrubber.hidden(text);
    const { user, system } = process.cpuUsage(started);
    spent += (user + system) / 1000;
    const flagged = new Set(hidden.map(({ start }) => text.lastIndexOf("\n", start)));
    lines += flagged.size;
    if (process.env.HOLDALL_EVAL_MISSES)
      for (const { start, end, placeholder } of hidden)
        console.error(`  ${placeholder} ${file}: ${text.slice(Math.max(0, start - 40), Math.min(end, start + 60))}`);
  }
  yield { what: `bytes of sources, of ${files} files`, value: bytes, least: enough };
  yield { what: "lines with something hidden, for each 10 MB", value: lines / (bytes / 1e7), most: 3 };
  yield { what: "milliseconds of processor for each MB", value: spent / (bytes / 1e6), most: 100 };
}

/** Sources of the packages that are installed here: whole packages, in an order that their names decide and nobody chose. */
function* sources(): Generator<string> {
  const store = join(import.meta.dirname, "../node_modules/.pnpm");
  const order = (name: string) => createHash("sha256").update(name).digest("hex");
  const packages = readdirSync(store)
    .filter((name) => name.includes("@"))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
  for (const name of packages) yield* textsIn(join(store, name, "node_modules"));
}

function* textsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textsIn(path);
    else if (
      entry.isFile() &&
      /\.(?:[cm]?[jt]sx?|json|ya?ml|md|sh|html)$/.test(entry.name) &&
      statSync(path).size < 4e6
    )
      yield path;
  }
}
