import { ToolError } from "@holdall/tool-core";

/** Stands in for _disk.ts where applications are bundled for browsers. */
export function openDisk(): never {
  throw new ToolError("unsupported", "A browser has no disk to work on.", {
    hint: "Pass the preset a `backend`, such as memoryBackend() or opfsBackend().",
  });
}

/** There is no folder to store anything in. */
export const openStore = async (): Promise<undefined> => undefined;
