import { type ForeignParam, isObject } from "@holdall/tool-core";

/** Markdown text for blocks, alone or between them. */
export const asBlocks: ForeignParam = (value) => {
  if (typeof value === "string" && /^\s*\[\s*\{/.test(value)) return { input: { blocks: value } }; // JSON
  const all = Array.isArray(value) ? value : [value];
  return { input: { blocks: all.map((each: unknown) => (typeof each === "string" ? { markdown: each } : each)) } };
};

/** Sections with a heading and Markdown each. */
export const sectionBlocks: ForeignParam = (value) => ({
  input: {
    blocks: [value].flat().flatMap((section: unknown) => {
      if (!isObject(section)) return [{ markdown: String(section) }];
      const {
        heading,
        title = heading,
        level = 2,
        content,
        text = content,
        body = text,
        markdown = body,
      } = section as Readonly<Record<string, unknown>>;
      return [
        ...(title === undefined ? [] : [{ heading: title, level }]),
        ...(markdown === undefined ? [] : [{ markdown }]),
      ];
    }),
  },
});
