import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { hostManifests, readManifest, withVersion } from "./_host-manifests.ts";
import { root } from "./_workspace.ts";
import { checkHostManifests } from "./check-host-manifests.ts";

/** A copy of what the check reads, with one file changed. */
function changed(path: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "holdall-manifests-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of ["apps/cli/package.json", ...hostManifests.map((manifest) => manifest.path)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), "utf8")));
  return folder;
}

test("the manifests of the command are as they should be", () => {
  expect(checkHostManifests(root).problems).toEqual([]);
});

test.each([
  ["apps/cli/package.json", /"version": "[^"]*"/, '"version": "9.9.9"', "instead of 9.9.9"],
  ["deploy/Dockerfile", /ARG VERSION=.*/, "ARG VERSION=latest", "deploy/Dockerfile says latest"],
  ["apps/cli/package.json", /"mcpName": "[^"]*"/, '"mcpName": "io.github.someone/else"', 'needs "mcpName"'],
  ["deploy/server.json", /"description": "Files[^"]*"/, `"description": "${"x".repeat(101)}"`, "<=100"],
  ["deploy/server.json", '"registryType"', '"registry_type"', "registry_type"],
  ["deploy/server.json", '"identifier": "holdall"', '"identifier": "other"', "another package"],
])("%s with %s changed is found out", (path, from, to, problem) => {
  const { problems } = checkHostManifests(changed(path, (text) => text.replace(from, to)));
  expect(problems.join("\n")).toContain(problem);
});

test("a new version is written into each, and nothing else is", () => {
  for (const manifest of hostManifests) {
    const before = readManifest(root, manifest);
    const after = withVersion(before, manifest, "7.8.9");
    const places = [...after.matchAll(manifest.version)].map(([, version]) => version);
    expect(new Set(places), manifest.path).toEqual(new Set(["7.8.9"]));
    const old = [...before.matchAll(manifest.version)][0]?.[1] ?? "";
    expect(withVersion(after, manifest, old)).toBe(before);
  }
});

describe("the Dockerfile", () => {
  const lines = readFileSync(join(root, "deploy/Dockerfile"), "utf8").replaceAll("\\\n", " ").split("\n");
  const instructions = lines
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => /^(\S+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
  const of = (name: string) => instructions.filter(([each]) => each === name).map(([, rest = ""]) => rest);

  test("starts from a pinned major version that the command supports, and leaves no lists behind", () => {
    expect(of("FROM")).toEqual([expect.stringMatching(/^node:(2[4-9]|[3-9]\d)-slim$/)]);
    const [install = ""] = of("RUN");
    expect(install).toMatch(/apt-get update .*--no-install-recommends .*rm -rf \/var\/lib\/apt\/lists/s);
    expect(install).toMatch(/ "holdall@\$\{VERSION\}" /);
    expect(of("ADD")).toEqual([]);
  });

  test("serves as a user without rights, told as a list so that signals arrive", () => {
    const names = instructions.map(([name]) => name);
    expect(of("USER")).toEqual(["node"]);
    expect(names.indexOf("USER")).toBeLessThan(names.indexOf("ENTRYPOINT"));
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
    const [workdir] = of("WORKDIR");
    expect(JSON.parse(of("ENTRYPOINT")[0] ?? "")).toEqual(["holdall", "serve", "--root", workdir]);
  });
});
