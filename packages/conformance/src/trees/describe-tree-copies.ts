import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Awaitable } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { entriesOf, type HostileTree, hostileLinks, makeHostileTree } from "./hostile-tree.ts";

/** The result of copying a tree. */
export interface CopiedTree extends Partial<AsyncDisposable> {
  /** Where the copy is. */
  readonly folder: string;
}

/**
 * Run the suite of hostile trees in vitest for code that copies, restores or unpacks a tree. `copy` works on a tree and
 * returns the location of the result, or undefined if it refuses. No link may change anything outside, or include it in the
 * result.
 */
export function describeTreeCopies(
  name: string,
  copy: (tree: HostileTree) => Awaitable<CopiedTree | undefined>,
  { keepsSource = true }: { readonly keepsSource?: boolean } = {},
): void {
  describe(`${name} stays in its tree`, () => {
    it.each(Object.entries(hostileLinks))("with %s", async (_, link) => {
      using tree = makeHostileTree(link);
      const [root, outside] = [entriesOf(tree.root), entriesOf(tree.outside)];
      const copied = await copy(tree);
      expect(entriesOf(tree.outside)).toEqual(outside);
      if (keepsSource) expect(entriesOf(tree.root)).toEqual(root);
      if (copied) expect(entriesOf(copied.folder).filter((entry) => entry.includes(tree.mark))).toEqual([]);
      await copied?.[Symbol.asyncDispose]?.();
      // To remove the copy follows no link either.
      expect(entriesOf(tree.outside)).toEqual(outside);
      if (keepsSource) expect(entriesOf(tree.root)).toEqual(root);
    });

    it("with a folder that others replace by a link meanwhile", async () => {
      for (let round = 0; round < 5; round++) {
        using tree = makeHostileTree(() => "real");
        const outside = entriesOf(tree.outside);
        const [real, aside] = [join(tree.root, "real"), join(tree.root, "aside")];
        let isLink = false;
        let isOver = false;
        const swap = () => {
          if (isOver) return;
          try {
            if (isLink) rmSync(real);
            renameSync(isLink ? aside : real, isLink ? real : aside);
            if (!isLink) symlinkSync(tree.outside, real);
            isLink = !isLink;
          } catch {
            // The copy moves what it is made of.
          }
          setImmediate(swap);
        };
        swap();
        // It may see a name that is gone by then.
        const copied = await Promise.resolve(copy(tree)).catch(() => undefined);
        isOver = true;
        if (copied) expect(entriesOf(copied.folder).filter((entry) => entry.includes(tree.mark))).toEqual([]);
        await copied?.[Symbol.asyncDispose]?.();
        expect(entriesOf(tree.outside)).toEqual(outside);
      }
    });
  });
}
