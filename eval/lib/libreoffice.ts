import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What each kind of file is converted to: texts and slides as flat XML, all sheets as CSV with cells as they are shown. */
const target = (file: string): string => {
  if (/\.(?:pptx|pptm|odp)$/i.test(file)) return "fodp";
  if (/\.(?:xlsx|xlsm|ods)$/i.test(file))
    return "csv:Text - txt - csv (StarCalc):9,34,76,1,,1033,false,true,true,false,false,-1";
  return "fodt";
};

/** LibreOffice cannot read books. */
export const isConverted = (file: string): boolean => !/\.epub$/i.test(file);

/** What LibreOffice makes of files, by name; a file that it does not open has none. Keeps the results in `cache`. */
export async function convertAll(files: readonly string[], cache: string): Promise<ReadonlyMap<string, string>> {
  mkdirSync(cache, { recursive: true });
  const left = files.filter((file) => isConverted(file) && !existsSync(join(cache, `${basename(file)}.txt`)));
  const byTarget = Map.groupBy(left, target);
  for (const [to, group] of byTarget)
    for (let i = 0; i < group.length; i += 12) await convertSome(group.slice(i, i + 12), to, cache);
  const found = new Map<string, string>();
  for (const file of files) {
    const text = join(cache, `${basename(file)}.txt`);
    if (existsSync(text)) found.set(file, readFileSync(text, "utf8"));
  }
  return found;
}

/** Several files at once; one by one where that fails, because one file may end the program. */
async function convertSome(files: readonly string[], to: string, cache: string): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), "holdall-office-"));
  try {
    const args = ["--headless", "--norestore", `-env:UserInstallation=file://${join(tmpdir(), "holdall-libreoffice")}`];
    await run("soffice", [...args, "--convert-to", to, "--outdir", out, ...files], {
      timeout: 20_000 + files.length * 8_000,
    }).catch(() => undefined);
    const made = readdirSync(out);
    const missing: string[] = [];
    for (const file of files) {
      const stem = basename(file, extname(file));
      const own = made.filter(
        (name) => name.startsWith(`${stem}.`) || (to.startsWith("csv") && name.startsWith(`${stem}-`)),
      );
      if (own.length === 0) missing.push(file);
      else
        writeFileSync(
          join(cache, `${basename(file)}.txt`),
          own.map((name) => readFileSync(join(out, name), "utf8")).join("\n"),
        );
    }
    if (files.length > 1) for (const file of missing) await convertSome([file], to, cache);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
