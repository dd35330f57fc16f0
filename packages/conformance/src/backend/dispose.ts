import { joinPath } from "@holdall/tool-core";
import { bytesOf, check, same, textOf } from "../_assert.ts";
import type { BackendCase, BackendFixture } from "../backend-case.ts";
import { needsReopen } from "./_requirements.ts";

const needsDispose = ({ backend }: BackendFixture): string | undefined =>
  backend[Symbol.asyncDispose] ? undefined : "the backend holds nothing to dispose of";

/** Letting go of a handle. */
export const disposeCases: readonly BackendCase[] = [
  {
    name: "dispose may be repeated",
    needs: needsDispose,
    async run({ backend }) {
      await backend[Symbol.asyncDispose]?.();
      await backend[Symbol.asyncDispose]?.();
    },
  },
  {
    name: "what was written outlives the handle that wrote it",
    needs: (fixture) => needsReopen(fixture) ?? needsDispose(fixture),
    async run({ backend, root, reopen }) {
      check(reopen !== undefined, "this fixture has no second handle");
      await backend.write(joinPath(root, "file"), bytesOf("x"));
      await backend[Symbol.asyncDispose]?.();
      const other = await reopen();
      same(textOf((await other.read(joinPath(root, "file"))).bytes), "x", "the content");
      await other[Symbol.asyncDispose]?.();
    },
  },
];
