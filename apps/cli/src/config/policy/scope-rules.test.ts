import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathDenials } from "@holdall/permissions";
import { bubblewrap, probeSandbox } from "@holdall/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../fixtures/command.fixture.ts";
import type { ConfigScope } from "../read/schema.ts";
import { scopeRules } from "./scope-rules.ts";

const { works, problems } = await probeSandbox(bubblewrap);

function project() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-scopes-")));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["secret", "locked", "a (b) [c]"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "secret/a.txt"), "the hidden words\n");
  return root;
}

test("scopes about paths are rules, under every name of the folder; others are not", () => {
  const root = project();
  symlinkSync("secret", join(root, "link"));
  const rulesOf = (...deny: ConfigScope[]) => scopeRules({ policy: { deny } }, root, "f")?.deny;
  expect(rulesOf({ actions: ["read"], under: "link" })).toEqual([`read(/${root}/link)`, `read(/${root}/secret)`]);
  expect(rulesOf({ under: "locked" })).toEqual(["read", "write", "delete"].map((each) => `${each}(/${root}/locked)`));
  expect(rulesOf({ actions: ["write"] })).toEqual(["write(//)"]);
  expect(rulesOf({ actions: ["network"] }, { under: "secret", tools: ["write_file"] })).toBeUndefined();
});

test("a folder whose name has signs of patterns is meant as it is", () => {
  const root = project();
  const rules = scopeRules({ policy: { deny: [{ actions: ["read"], under: "a (b) [c]" }] } }, root, undefined);
  const [denial] = pathDenials({ rules: rules ? [rules] : [], roots: [root] })();
  const matches = (path: string) => denial?.matches(join(root, path) as never);
  expect([matches("a (b) [c]/x"), matches("a b c/x"), matches("secret/x")]).toEqual([true, false, false]);
});

// The probe says why it does not work here.
test.skipIf(!works)(`hold for what a command does without naming it (${problems.join(" ")})`, async () => {
  const root = project();
  const deny = [
    { actions: ["read"], under: "secret" },
    { actions: ["write"], under: "locked" },
  ];
  writeFileSync(join(root, "holdall.config.json"), JSON.stringify({ policy: { deny } }));
  const command = `perl -pe 1 secre[t]/a.tx[t]; perl -e 'open F, ">locked/new" or print "refused"'; echo done`;
  const words = ["call", "bash", JSON.stringify({ command }), "--sandbox", "required", "--yes"];
  const { out } = await runCommand(words, { cwd: root });
  expect(out).toContain("refused");
  expect(out).toContain("done");
  expect(out).not.toContain("hidden words");
});
