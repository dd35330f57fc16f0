/** What is left of a program that came as a fenced block or as a module with a default export, which becomes an expression. */
export function unwrapCode(code: string): string {
  const fenced = /^\s*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/.exec(code);
  const bare = fenced?.[1] ?? code;
  return bare.replace(/^(\s*)export\s+default\s+(?=async\b|function\b|\(|[\w$]+\s*=>|[\w$]+\s*;?\s*$)/, "$1 0,");
}

/** Where statements go that are the body of a function: on its line, so that lines stay as they are. */
export const bodyPrefix = "(async()=>{";

/** Statements as a function. */
export const asFunction = (code: string): string => `${bodyPrefix}${code}\n})`;

/**
 * True where a program without `return` ends in a block, whose completion value is not intended: `for (…) { n += 1 }`.
 * What a function expression at the end comes to is seen by its being a function.
 */
export const endsInBlock = (code: string): boolean => /\}[;\s]*$/.test(code.replace(/(\/\/[^\n]*\s*)$/, ""));

/** The place of an error in a stack, from 1, with what is before the code taken off. */
export function placeOf(stack: string, prefix: number): { line?: number; column?: number } {
  const [, line, column] = /program\.js:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return {};
  const shift = line === "1" ? prefix : 0;
  return { line: Number(line), ...(column !== undefined && { column: Math.max(1, Number(column) - shift) }) };
}

const absent: readonly (readonly [RegExp, string])[] = [
  [/'?(setTimeout|setInterval|setImmediate)'? is not defined/, "Programs have no timers. Await the calls of tools."],
  [
    /'?(fetch|XMLHttpRequest|WebSocket)'? is not defined/,
    "Programs have no network. Use a tool for the web, if there is one.",
  ],
  [
    /'?(require|process|Buffer|fs|Deno|Bun|module|exports|window|document)'? is not defined/,
    "Programs have no files, modules or processes of their own. Use tools.",
  ],
  [
    /'?Intl'? is not defined/,
    "Programs have no Intl. Format numbers with toFixed and dates with toISOString; compare texts with < or localeCompare.",
  ],
  [
    /'?(crypto|performance|Blob|File|FormData|Headers|Request|Response|AbortController|EventTarget|WebAssembly|Worker)'? is not defined/,
    "Programs have the language, tools, URL, URLSearchParams, TextEncoder, TextDecoder, structuredClone, atob, btoa and queueMicrotask.",
  ],
  [/unsupported keyword: (import|export)|expecting '\('|could not load module/, "Programs have no modules. Use tools."],
];

/** The next move for what programs elsewhere have and these do not. */
export const hintFor = (message: string): string | undefined => absent.find(([known]) => known.test(message))?.[1];
