import { ToolError } from "@holdall/tool-core";

/** The language of a document as two or three letters, English by default. */
export const languageOf = (lang = "en"): string => {
  const [code = ""] = lang.toLowerCase().split(/[-_]/);
  if (/^[a-z]{2,3}$/.test(code)) return code;
  throw new ToolError("invalid_input", `${JSON.stringify(lang.slice(0, 20))} is not a language code.`, {
    hint: 'Use one like "en", "de" or "ar".',
  });
};

export interface Paper {
  readonly name: string;
  /** In points. */
  readonly width: number;
  readonly height: number;
}

const usLetter: Paper = { name: "us-letter", width: 612, height: 792 };
const usLegal: Paper = { name: "us-legal", width: 612, height: 1008 };

const papers: Readonly<Record<string, Paper>> = {
  a3: { name: "a3", width: 841.8, height: 1190.5 },
  a4: { name: "a4", width: 595.2, height: 841.8 },
  a5: { name: "a5", width: 419.5, height: 595.2 },
  letter: usLetter,
  usletter: usLetter,
  legal: usLegal,
  uslegal: usLegal,
};

/** A4 by default. */
export const paperOf = (name = "a4"): Paper => {
  const paper = papers[name.toLowerCase().replace(/[^a-z0-9]/g, "")];
  if (paper !== undefined) return paper;
  throw new ToolError("invalid_input", `${JSON.stringify(name.slice(0, 20))} is not a known paper size.`, {
    hint: "Use a3, a4, a5, letter or legal.",
  });
};
