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

/** Slides with a title, what is on them, and notes for the speaker. */
export const slideBlocks: ForeignParam = (value) => ({
  input: {
    blocks: [value].flat().flatMap((slide: unknown) => {
      if (!isObject(slide)) return [{ markdown: String(slide) }];
      const { title, heading = title, subtitle, level = 2, ...rest } = slide as Readonly<Record<string, unknown>>;
      const { notes, speaker_notes = notes, speakerNotes = speaker_notes, layout, ...parts } = rest;
      const isTitle = /^title(?:[ _-]?slide)?$/i.test(String(layout));
      return [
        ...(heading === undefined ? [] : [{ heading, level: isTitle ? 1 : level }]),
        ...(subtitle === undefined ? [] : [{ text: subtitle }]),
        ...Object.entries(parts).flatMap(([key, part]) => slidePart(key, part)),
        ...(speakerNotes === undefined || speakerNotes === "" ? [] : [{ notes: speakerNotes }]),
      ];
    }),
  },
});

const lists = /^(?:bullets|bullet_?points|points|items|list)$/i;
const texts = /^(?:content|text|body|markdown)$/i;

/** A part of a slide as blocks, by its key. Other keys are kinds of blocks, or refused as such. */
function slidePart(key: string, part: unknown): unknown[] {
  if (part === undefined || part === null) return [];
  if (/^(?:blocks|elements)$/i.test(key) && Array.isArray(part)) return part;
  if (lists.test(key)) return [{ list: part }];
  if (!texts.test(key)) return [{ [key]: part }];
  if (!Array.isArray(part)) return [{ markdown: part }];
  const areBlocks = part.some((each) => isObject(each) && Object.keys(each).some((name) => name !== "text"));
  return areBlocks ? part.map((each) => (typeof each === "string" ? { text: each } : each)) : [{ list: part }];
}
