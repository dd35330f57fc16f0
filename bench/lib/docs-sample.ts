/** A section of a report: some 0.25 pages. */
interface Section {
  readonly heading: string;
  readonly text: string;
  readonly items: readonly string[];
  readonly table: readonly (readonly string[])[];
  readonly code: string;
}

/** The same report each time. Its code names no language: not every engine colors it. */
export const sections = (count: number): readonly Section[] =>
  Array.from({ length: count }, (_, i) => ({
    heading: `Section ${i + 1}`,
    text: `Deliveries of week ${i % 52} were counted at ${3 + (i % 5)} gates and compared with the orders. `
      .repeat(4)
      .trim(),
    items: ["counted twice", `${i * 7} boxes`, "no damage seen"],
    table: [
      ["gate", "boxes", "late"],
      ...Array.from({ length: 4 }, (_, row) => [`${row + 1}`, `${(i + 1) * (row + 3)}`, `${(i * row) % 9}`]),
    ],
    code: `const late${i} = boxes.filter(({ due }) => due < ${i});`,
  }));

export const asMarkdown = (count: number): string =>
  `# Report\n\n${sections(count)
    .map(
      ({ heading, text, items, table: [head = [], ...rows], code }) =>
        `## ${heading}\n\n${text}\n\n${items.map((item) => `- ${item}`).join("\n")}\n\n${[
          head,
          head.map(() => "---"),
          ...rows,
        ]
          .map((cells) => `| ${cells.join(" | ")} |`)
          .join("\n")}\n\n\`\`\`\n${code}\n\`\`\``,
    )
    .join("\n\n")}\n`;

export const asHtml = (count: number): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title></head><body><h1>Report</h1>${sections(
    count,
  )
    .map(
      ({ heading, text, items, table, code }) =>
        `<h2>${heading}</h2><p>${text}</p><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul><table>${table
          .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
          .join("")}</table><pre>${code.replaceAll("<", "&lt;")}</pre>`,
    )
    .join("")}</body></html>`;

/** As pdfmake takes it. */
export const asDefinition = (count: number): object => ({
  tagged: true,
  lang: "en",
  info: { title: "Report" },
  content: [
    { text: "Report", fontSize: 20 },
    ...sections(count).flatMap(({ heading, text, items, table, code }) => [
      { text: heading, fontSize: 15, outline: true },
      text,
      { ul: items },
      { table: { headerRows: 1, body: table } },
      { text: code, preserveLeadingSpaces: true },
    ]),
  ],
});
