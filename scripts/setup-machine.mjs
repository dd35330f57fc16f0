// Installs the programs that tests want, on Debian or Ubuntu as root; elsewhere those tests skip and say why.
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Debian's package, what proves that it is there (a command, or a path), and who wants it. */
const programs = [
  { name: "chromium", proofs: ["chromium", "chromium-browser", "google-chrome"], why: "backends-opfs, in a browser" },
  { name: "postgresql", proofs: ["/usr/lib/postgresql"], why: "backends-sql, on a real server" },
  { name: "ripgrep", proofs: ["rg"], why: "search, compared with its model" },
  { name: "bubblewrap", proofs: ["bwrap"], why: "the sandbox of shell commands" },
  { name: "socat", proofs: ["socat"], why: "the sandbox's way out, through a proxy" },
];

/** What was tried and failed, so that it is not tried before every run. */
const stamp = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules", ".holdall-machine");

const folders = (process.env.PATH ?? "").split(delimiter);
const isThere = (proof) =>
  (proof.startsWith("/") ? [proof] : folders.map((folder) => join(folder, proof))).some(existsSync);

/** Run shell lines with their output thrown away; true when they succeed. */
function succeeds(script) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", script], { env, stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

/**
 * Install what is missing. Never fails: what cannot be installed is said in one line, and not tried again unless `again`.
 * `HOLDALL_SETUP=0` turns it off.
 */
export async function setupMachine({ say, again = false }) {
  if (process.env.HOLDALL_SETUP === "0" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  const missing = programs.filter(({ proofs }) => !proofs.some(isThere)).map(({ name }) => name);
  if (missing.length === 0) return;
  if (!again && existsSync(stamp) && readFileSync(stamp, "utf8") === missing.join(" ")) return;
  say(`Installing ${missing.join(", ")} for the tests (HOLDALL_SETUP=0 leaves them out) …`);
  const apt = "timeout 300 apt-get -qq -o DPkg::Lock::Timeout=120";
  const install = (name) => `${apt} install -y --no-install-recommends ${name}`;
  // One package that this system does not have must not keep the others out.
  await succeeds(`${apt} update; ${install(missing.join(" "))} || { ${missing.map(install).join("; ")}; }`);
  const failed = programs.filter(({ name, proofs }) => missing.includes(name) && !proofs.some(isThere));
  if (failed.length === 0) return rmSync(stamp, { force: true });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, failed.map(({ name }) => name).join(" "));
  const lost = failed.map(({ name, why }) => `${name} (${why})`).join(", ");
  say(`Could not install ${lost}: those tests skip. \`npm run setup\` tries again.`);
}
