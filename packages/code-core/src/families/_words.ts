export const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export const cComments = {
  lineComments: ["//"],
  blockComments: [{ open: "/*", close: "*/" }],
} as const;

export const doubleQuoted = { open: '"', close: '"', escapes: true } as const;
export const singleQuoted = { open: "'", close: "'", escapes: true } as const;
