import { type Bundle, bundle, type Chunk, sizeOf } from "./_bundle.ts";
import { type Report, runCheck } from "./_workspace.ts";

/** Bytes, min + gzip, without zod, that a page with files and todos may load before it can begin. */
const ceiling = 77_824;

/** A web application with files and todos bundles without Node and starts with little; heavy engines load on use. */
export async function checkBrowser(
  root: string,
  entry = "scripts/check-browser.entry.ts",
  most = ceiling,
): Promise<Report> {
  let built: Bundle;
  try {
    built = await bundle(root, entry, { platform: "browser", external: ["zod"] });
  } catch (thrown) {
    return { looked: "nothing", problems: [`${entry} does not bundle for browsers: ${String(thrown)}`] };
  }
  const bytes = sizeOf(built.first);
  const over = `A browser loads ${bytes} bytes before it can begin, more than ${most}. Load what few calls need with import(). Largest, minified:\n${largest(built.first)}`;
  return {
    looked: `a browser loads ${bytes} bytes min + gzip at once, of ${most}, and ${sizeOf(built.lazy)} on use; zod apart`,
    problems: bytes <= most ? [] : [over],
  };
}

function largest(chunks: readonly Chunk[]): string {
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 12)
    .map(([path, bytes]) => `${String(bytes).padStart(7)} ${path}`)
    .join("\n");
}

if (import.meta.main) await runCheck("browser", (root) => checkBrowser(root));
