/** The role of a file, by its path: tests and documents answer a question about code less often than code does. */
export type FileRole = "code" | "test" | "document";

const testFolder =
  /(?:^|\/)(?:tests?|specs?|__tests__|__mocks__|testing|testdata|fixtures?|e2e|benches|benchmarks?)(?=\/)/gi;
const testName =
  /(?:^|\/)(?:test_(?!util|help)[^/]*\.py|conftest\.py|[^/]*(?:[._-](?:test|tests|spec|specs|fixture|fixtures|bench|stories)|Tests?|Spec|TestCase)\.[a-z0-9]+)$/;
const testNameOfCase = /_test\.[a-z]+$/i;
const documentName = /\.(?:md|mdx|rst|txt|adoc|d\.[cm]?ts|json|ya?ml|toml|xml|lock|stderr|snap|html|css|csv|ini|cfg)$/i;
const documentFolder = /(?:^|\/)(?:docs?|documentation|examples?|samples?|demos?|website)(?=\/)/gi;

/** The role of a file; folders above `from`, an index into the path, do not count. */
export const roleOf = (path: string, from = 0): FileRole => roleBelow(roleSigns(path), from);

/** The parts of a path that determine a file's role, so that it can be computed below any folder. */
export interface RoleSigns {
  readonly ofName: FileRole;
  /** Where the last folder of tests or of documents is in the path, or -1. */
  readonly tests: number;
  readonly documents: number;
}

export function roleSigns(path: string): RoleSigns {
  const isTest = testName.test(path) || testNameOfCase.test(path);
  return {
    ofName: isTest ? "test" : documentName.test(path) ? "document" : "code",
    tests: lastPlace(path, testFolder),
    documents: lastPlace(path, documentFolder),
  };
}

export function roleBelow({ ofName, tests, documents }: RoleSigns, from: number): FileRole {
  if (ofName === "test" || tests >= from) return "test";
  return ofName === "document" || documents >= from ? "document" : "code";
}

function lastPlace(path: string, folder: RegExp): number {
  let last = -1;
  for (const { index } of path.matchAll(folder)) last = path[index] === "/" ? index + 1 : index;
  return last;
}
