import { bumpOf, type Changeset, readChangesets } from "./_changesets.ts";
import { type Package, type Report, readWorkspace, runCheck } from "./_workspace.ts";

/** Pending changesets name packages that exist and start each at 0.1.0. */
export function checkChangesets(root: string): Report {
  const packages = readWorkspace(root).filter(({ manifest }) => manifest.private !== true);
  const changesets = readChangesets(root);
  return {
    looked: `${changesets.length} pending changesets`,
    problems: [
      ...changesets.flatMap((changeset) => checkNames(changeset, packages)),
      ...packages.flatMap(({ folder, manifest }) => checkFirst(folder, manifest, changesets)),
    ],
  };
}

function checkNames({ file, releases }: Changeset, packages: readonly Package[]): string[] {
  return [...releases].flatMap(([name, bump]) => {
    const { version = "" } = packages.find(({ manifest }) => manifest.name === name)?.manifest ?? {};
    if (version === "") return [`${file} names ${name}, which is not a published package of this workspace.`];
    if (bump !== "major" || !version.startsWith("0.")) return [];
    return [`${file}: major would release ${name} as 1.0.0. Below 1.0 a change that breaks is minor.`];
  });
}

/** Every package that was never released gets the version 0.1.0. */
function checkFirst(
  folder: string,
  { name, version }: Package["manifest"],
  changesets: readonly Changeset[],
): string[] {
  if (version !== "0.0.0" || bumpOf(new Set([name]), changesets) === "minor") return [];
  return [`${folder} has never been released, and no changeset makes it 0.1.0. Name ${name} as minor in one.`];
}

if (import.meta.main) await runCheck("changesets", checkChangesets);
