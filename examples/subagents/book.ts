/** Nine chapters, each a draft. */
export const book: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`/book/${index + 1}.md`, `# Chapter ${index + 1}\n\nDraft.\n`]),
);
