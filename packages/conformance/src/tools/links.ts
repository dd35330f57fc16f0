import { type Access, allow, deny, dirname, firstOf, isWithin, joinPath, type Path, type Tool } from "@holdall/tool-core";
import { check } from "../_assert.ts";
import { accessOf, needsBackend, rootOf, watchTool } from "../adapter/tool-session.ts";
import { isReplaceable, linkInPlace } from "../tool/link-in-place.ts";
import type { ToolCase, ToolFixture } from "../tool/tool-case.ts";

const needsPaths: NonNullable<ToolCase["needs"]> = (tool, fixture) =>
  needsBackend(tool, fixture) ??
  (fixture.backend && !isReplaceable(fixture.backend) ? "the methods of its backend cannot be replaced" : undefined);

/** The paths that a call accesses, and their folders, below the root. */
function linksFor(accesses: readonly Access[], root: Path): Path[] {
  const paths = accesses.flatMap(({ target }) => (target.startsWith("/") ? [target as Path] : []));
  const all = new Set(paths.flatMap((path) => [path, dirname(path)]));
  return [...all].filter((path) => path !== root && isWithin(path, root));
}

/** Call the sample once for each path that it names, which becomes a link to a place that the policy denies. */
async function eachLink(
  tool: Tool,
  fixture: ToolFixture,
  fresh: () => Promise<readonly [Tool, ToolFixture]>,
  when: "before" | "during",
): Promise<void> {
  for (const link of linksFor(await accessOf(tool, fixture), rootOf(fixture))) {
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
    await another.dispose?.();
    const opened = placed.opened.slice(started);
    check(
      opened.length === 0,
      `${link} led to ${place}, which the policy denies, and the tool used it: ${opened.join(", ")}. Define it with defineFileTool of @holdall/tool-kit/file-tools`,
    );
  }
}

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
