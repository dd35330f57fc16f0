import { type Access, allow, ask, deny, firstOf, isWithin, joinPath, type Path, type Tool } from "@holdall/tool-core";
import { check, same } from "../_assert.ts";
import {
  accessOf,
  changedPaths,
  needsBackend,
  rootOf,
  snapshot,
  succeeded,
  watchTool,
} from "../adapter/tool-session.ts";
import type { ToolCase, ToolFixture } from "../tool/tool-case.ts";

/** The user is asked about everything but reading. */
const asksToChange = firstOf(allow({ actions: ["read"] }), ask());

const changing: readonly Access["action"][] = ["write", "delete", "execute", "message", "spend"];

/** Run the sample once; what it changed, from the fixture's root. */
async function changesOf(tool: Tool, fixture: ToolFixture): Promise<readonly string[]> {
  const { call } = await watchTool(tool, fixture);
  const before = await snapshot(fixture);
  succeeded(await call(), "the sample");
  return changedPaths(before, await snapshot(fixture));
}

/** A tool does what its hints and accesses say, and no more. */
export const effectCases: readonly ToolCase[] = [
  {
    name: "declares no access beyond reading when it is read-only",
    needs: ({ hints }) => (hints.readOnly ? undefined : "the tool changes things"),
    async run(tool, fixture) {
      const actions = (await accessOf(tool, fixture)).map(({ action }) => action);
      same(
        actions.filter((action) => changing.includes(action)),
        [],
        "accesses that change something",
      );
      check(tool.hints.openWorld || !actions.includes("network"), "the tool uses the network, but openWorld is false");
    },
  },
  {
    name: "leaves the storage byte for byte as it was when it is read-only",
    needs: (tool, fixture) => (tool.hints.readOnly ? needsBackend(tool, fixture) : "the tool changes things"),
    async run(tool, fixture) {
      same(await changesOf(tool, fixture), [], "changed paths");
    },
  },
  {
    name: "changes nothing that it did not declare to write or delete",
    needs: needsBackend,
    async run(tool, fixture) {
      const targets = (await accessOf(tool, fixture)).filter(({ action }) => action === "write" || action === "delete");
      for (const path of await changesOf(tool, fixture)) {
        const at = joinPath(rootOf(fixture), path);
        // Writing a file makes the folders it is in.
        const isDeclared = targets.some(({ target }) => isWithin(at, target as Path) || isWithin(target as Path, at));
        check(isDeclared, `${at} changed, but the declared targets are ${JSON.stringify(targets)}`);
      }
    },
  },
  {
    name: "keeps all files and their content when it is not destructive",
    needs: (tool, fixture) =>
      tool.hints.destructive ? "the tool may overwrite or delete" : needsBackend(tool, fixture),
    async run(tool, fixture) {
      const before = await snapshot(fixture);
      const gone = (await changesOf(tool, fixture)).filter((path) => before.has(path));
      const after = await snapshot(fixture);
      // Adding to the end of a file overwrites nothing.
      const harmed = gone.filter((path) => !after.get(path)?.startsWith(before.get(path) ?? ""));
      same(harmed, [], "files that were there and are not what they were");
    },
  },
  {
    name: "leaves the same state after two calls as after one when it is idempotent",
    needs: (tool, fixture) => (tool.hints.idempotent ? needsBackend(tool, fixture) : "the tool is not idempotent"),
    async run(tool, fixture) {
      const { call } = await watchTool(tool, fixture);
      succeeded(await call(), "the sample");
      const once = await snapshot(fixture);
      await call();
      same(changedPaths(once, await snapshot(fixture)), [], "paths that the second call changed");
    },
  },
  {
    name: "does not run when the policy denies it",
    async run(tool, fixture) {
      const { call, runs } = await watchTool(tool, { ...fixture, prepare: async () => {} }, { policy: deny() });
      const before = await snapshot(fixture);
      const result = await call();
      same(result.ok || result.error.code, "permission_denied", "the result");
      same(runs.length, 0, "runs of the tool");
      same(changedPaths(before, await snapshot(fixture)), [], "changed paths");
    },
  },
  {
    name: "asks about what it changes, and then does it",
    needs: ({ hints }) => (hints.readOnly ? "the tool changes nothing" : undefined),
    async run(tool, fixture) {
      const { session, call } = await watchTool(tool, fixture, { policy: asksToChange, approve: () => true });
      const { fails } = await session.decide(tool.name, fixture.samples[tool.name]);
      check(!fails, `the sample was refused before anybody was asked: ${fails?.message}`);
      succeeded(await call(), "the sample, with approval");
    },
  },
  {
    name: "fails before anybody is asked where it fails whatever the answer is",
    needs: (tool, { failing }) => (failing && tool.name in failing ? undefined : "no failing sample is given"),
    async run(tool, fixture) {
      let asked = 0;
      const approve = () => {
        asked++;
        return true;
      };
      const samples = { ...fixture.samples, ...fixture.failing };
      const { call } = await watchTool(tool, { ...fixture, samples }, { policy: asksToChange, approve });
      const before = await snapshot(fixture);
      const result = await call();
      check(
        !result.ok && result.error.code !== "permission_denied",
        "the failing sample did not fail as the tool does",
      );
      same(asked, 0, "questions to the person");
      same(changedPaths(before, await snapshot(fixture)), [], "changed paths");
    },
  },
  {
    name: "changes nothing in a dry run",
    needs: needsBackend,
    async run(tool, fixture) {
      const { call } = await watchTool(tool, fixture, { dryRun: true });
      const before = await snapshot(fixture);
      const result = await call();
      const code = result.ok ? "ok" : result.error.code;
      check(code !== "internal", `the dry run failed as internal: ${result.ok || result.error.cause}`);
      same(changedPaths(before, await snapshot(fixture)), [], "changed paths");
    },
  },
];
