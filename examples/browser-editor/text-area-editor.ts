import type { Editor } from "@holdall/backends-compose";

/** A text area as the document that `bind` ties to a path. */
export function textAreaEditor(area: HTMLTextAreaElement): Editor {
  const listeners = new Set<() => void>();
  let version = 0;
  const changed = () => {
    version++;
    for (const listener of listeners) listener();
  };
  area.addEventListener("input", changed);

  return {
    serialize: () => area.value,
    load(text) {
      replaceWhatDiffers(area, text);
      changed();
    },
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Replace only what lies between the equal start and the equal end, so that the cursor stays with its words. */
function replaceWhatDiffers(area: HTMLTextAreaElement, text: string): void {
  const { value } = area;
  const shorter = Math.min(value.length, text.length);
  let start = 0;
  while (start < shorter && value[start] === text[start]) start++;
  let same = 0;
  while (same < shorter - start && value.at(-1 - same) === text.at(-1 - same)) same++;
  area.setRangeText(text.slice(start, text.length - same), start, value.length - same, "preserve");
}
