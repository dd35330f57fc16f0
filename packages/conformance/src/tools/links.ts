import {
  type Access,
  allow,
  deny,
  dirname,
  firstOf,
  isWithin,
  joinPath,
  type Path,
  type Tool,
} from "@holdall/tool-core";
import { check } from "../_assert.ts";
import { accessOf, needsBackend, rootOf, snapshot, watchTool } from "../adapter/tool-session.ts";
import { isReplaceable, linkInPlace } from "../tool/link-in-place.ts";
import type { ToolCase, ToolFixture } from "../tool/tool-case.ts";

const needsPaths: NonNullable<ToolCase["needs"]> = (tool, fixture) =>
  needsBackend(tool, fixture) ??
  (fixture.backend && !isReplaceable(fixture.backend) ? "the methods of its backend cannot be replaced" : undefined);

/** Of a folder that a call accesses, so many of the paths in it become links. */
const maxBelow = 4;

/** The paths that a call accesses, their folders, and some of what is in them, below the root. */
async function linksFor(accesses: readonly Access[], fixture: ToolFixture): Promise<Path[]> {
  const root = rootOf(fixture);
  const there = [...(await snapshot(fixture)).keys()].map((path) => joinPath(root, path));
  const paths = accesses.flatMap(({ target }) => (target.startsWith("/") ? [target as Path] : []));
  const below = paths.flatMap((path) => there.filter((each) => isWithin(each, path)).slice(0, maxBelow));
  const all = new Set([...paths.flatMap((path) => [path, dirname(path)]), ...below]);
  return [...all].filter((path) => path !== root && isWithin(path, root));
}

/** Call the sample once for each path that it names, which becomes a link to a place that the policy denies. */
async function eachLink(
  tool: Tool,
  fixture: ToolFixture,
  fresh: () => Promise<readonly [Tool, ToolFixture]>,
  when: "before" | "during",
): Promise<void> {
  for (const link of await linksFor(await accessOf(tool, fixture), fixture)) {
    const [again, another] = await fresh();
    if (!another.backend) return;
    const place = joinPath(rootOf(another), "not-permitted");
    const policy = firstOf(deny({ under: place }), allow());
    const placed = linkInPlace(another.backend, link, place);
    let started = Number.POSITIVE_INFINITY;
    const onStart = () => {
      // To find out what to ask for, a tool may look at what is there.
      started = placed.opened.length;
      if (when === "during") placed.turn();
    };
    const { call, runs, session } = await watchTool(again, another, { policy, onStart });
    started = Number.POSITIVE_INFINITY;
    if (when === "before") placed.turn();
    await call();
    await Promise.all(runs);
    await session.close();
    placed.restore();
    await another.dispose?.();
    const opened = placed.opened.slice(started);
    check(
      opened.length === 0,
      `${link} led to ${place}, which the policy denies, and the tool used it: ${opened.join(", ")}. ${advice}`,
    );
  }
}

const advice = "Define it with defineFileTool of @holdall/tool-kit/file-tools.";

/** A link gives access to nothing. */
export const linkCases: readonly ToolCase[] = [
  {
    name: "uses nothing that the policy denies through a link to it",
    needs: needsPaths,
    run: (tool, fixture, fresh) => eachLink(tool, fixture, fresh, "before"),
  },
  {
    name: "uses nothing that the policy was not asked about when a path becomes a link during the call",
    needs: needsPaths,
    run: (tool, fixture, fresh) => eachLink(tool, fixture, fresh, "during"),
  },
];
