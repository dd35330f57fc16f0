import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const find = (program: string): string | undefined =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => existsSync(file));

/** Where a program is. As root on Debian, its package is installed when it is missing. */
export async function debianProgram(program: string, debianPackage: string): Promise<string> {
  const there = find(program);
  if (there !== undefined) return there;
  const apt = find("apt-get");
  if (apt === undefined || process.getuid?.() !== 0)
    throw new Error(`${program} is not on PATH; install the Debian package ${debianPackage} (as root, this does it).`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, timeout: 600_000, maxBuffer: 2 ** 26 };
  await promisify(execFile)(apt, ["update"], options);
  await promisify(execFile)(apt, ["install", "-y", "--no-install-recommends", debianPackage], options);
  const installed = find(program);
  if (installed === undefined) throw new Error(`The Debian package ${debianPackage} has no ${program}.`);
  return installed;
}
