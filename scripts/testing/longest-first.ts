import {
  BaseSequencer,
  type TestSequencer,
  type TestSequencerConstructor,
  type TestSpecification,
  type Vitest,
} from "vitest/node";

/** About how many seconds a project takes, for a checkout that has not run its tests yet; else it is one for each file. */
const usual: Readonly<Record<string, number>> = {
  "tools-shell": 250,
  cli: 190,
  playground: 150,
  mcp: 120,
  docs: 90,
  "tools-fs": 85,
  presets: 80,
  "backends-sql": 70,
  permissions: 65,
  checkpoints: 65,
  sandbox: 60,
  "backends-s3": 45,
  durable: 35,
  "backends-node": 35,
  "language-servers": 27,
};

/**
 * Orders the files of a run: those of one project in a row, as they share processes, the projects that take longest first, so
 * that what is left for the end is small. A file that has not run on this machine counts as much as others of its project;
 * where none has run, larger files are first.
 */
function createSequencer(vitest: Vitest): TestSequencer {
  const base = new BaseSequencer(vitest);
  const weightOf = (files: readonly TestSpecification[]) => {
    const known = files.flatMap((file) => vitest.cache.getTestSpecificationResult(file)?.duration ?? []);
    const sum = known.reduce((total, each) => total + each, 0);
    if (known.length === 0) return (usual[files[0]?.project.name ?? ""] ?? files.length) * 1000;
    return (sum / known.length) * files.length;
  };
  return {
    shard: (files) => base.shard(files),
    async sort(files) {
      const sorted = await base.sort(files);
      const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()];
      return projects
        .map((group) => ({ group, weight: weightOf(group) }))
        .sort((a, b) => b.weight - a.weight || b.group.length - a.group.length)
        .flatMap(({ group }) => group);
    },
  };
}

// Vitest makes it with `new`, which a plain function allows and an arrow function does not.
export const longestFirst = createSequencer as unknown as TestSequencerConstructor;
