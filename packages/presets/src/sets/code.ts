import type { Policy } from "@holdall/tool-core";

/** The code of some tools: there already, or imported with the first call of one of them. */
export type Code<T extends object> = T | (() => Promise<T>);

export interface OpenedFamily {
  readonly tools: readonly unknown[];
  readonly policy?: Policy;
  /** What holds whatever the rules of the user say. */
  readonly always?: Policy;
}

/** Tools with their policies, made with the preset or with the first call of one of them. */
export interface Family {
  readonly names: readonly string[];
  /** Absent if they are made later. */
  readonly opened?: OpenedFamily;
  load(): Promise<OpenedFamily>;
}

/** Tools that are made at once if their code is there. */
export function familyOf<T extends object>(
  names: readonly string[],
  code: Code<T>,
  open: (code: T) => OpenedFamily,
): Family {
  if (isLater(code)) return { names, load: async () => open(await code()) };
  const opened = open(code);
  return { names, opened, load: async () => opened };
}

/** The code itself, imported if it is not there. */
export const importCode = async <T extends object>(code: Code<T>): Promise<T> => (isLater(code) ? code() : code);

const isLater = <T extends object>(code: Code<T>): code is () => Promise<T> => typeof code === "function";
