import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Manifest, readJson, root } from "./_workspace.ts";

/** The official command for bundles. */
export const mcpb: string = fileURLToPath(new URL("cli/cli.js", import.meta.resolve("@anthropic-ai/mcpb")));

/** Pack a built command as a bundle that hosts install by a click. Throws what the official validator says against it. */
export function buildMcpb(built: string, out: string): void {
  const folder = mkdtempSync(join(tmpdir(), "holdall-mcpb-"));
  try {
    cpSync(join(root, "deploy/mcpb.json"), join(folder, "manifest.json"));
    cpSync(join(root, "docs/images/icon.png"), join(folder, "icon.png"));
    cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    cpSync(built, join(folder, "server"), { recursive: true, filter: (file) => !file.endsWith(".map") });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "holdall", type: "module" }));
    execFileSync(process.execPath, [mcpb, "validate", join(folder, "manifest.json")], { stdio: "pipe" });
    execFileSync(process.execPath, [mcpb, "pack", folder, resolve(out)], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const built = join(root, "apps/cli/dist");
  if (!existsSync(join(built, "main.js"))) throw new Error("Build first: npm run build.");
  const out =
    process.argv[2] ??
    join(root, `apps/cli/holdall-${readJson<Manifest>(join(root, "apps/cli/package.json")).version}.mcpb`);
  buildMcpb(built, out);
  console.log(out);
}
