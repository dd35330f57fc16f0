import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { toPath } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { allowedMore } from "../commands/_evasion-cases.fixture.ts";
import { effectOf } from "../commands/_really-run.fixture.ts";
import { suggestRules } from "./suggest-rules.ts";

const root = "/home/me/app";

it.each(allowedMore)('"always" for %s does not allow %s', (start, danger) => {
  const access = commandAccess(analyzeCommand(`${start} f`, { cwd: toPath(root) }));
  const allow = suggestRules({ access }, [toPath(root)]);
  expect(effectOf(danger, { allow }, root), allow.join()).not.toBe("allow");
});
