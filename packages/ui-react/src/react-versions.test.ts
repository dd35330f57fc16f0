import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** What the sources may take from React: all of it is in 18.2, too. */
const known = [
  ...[
    "Component",
    "FormEvent",
    "KeyboardEvent",
    "MouseEvent",
    "ReactNode",
    "useCallback",
    "useEffect",
    "useId",
    "useLayoutEffect",
    "useMemo",
    "useRef",
  ],
  ...["useState", "useSyncExternalStore"],
];

test("sources use nothing of React that version 18.2 does not have", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: import.meta.dirname }).filter(
    (file) => !/\.(test|fixture)\./.test(file),
  );
  const used = files.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(/import (?:type )?\{([^}]*)\} from "react"/g),
    ].flatMap(([, names = ""]) => names.split(",").map((name) => name.replace(/\btype\b/, "").trim())),
  );
  expect(used).toContain("useSyncExternalStore");
  expect(used.filter((name) => name !== "" && !known.includes(name))).toEqual([]);
});
