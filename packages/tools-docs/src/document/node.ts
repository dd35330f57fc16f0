/** A run of text, as both writers take it. */
export type Inline =
  | { readonly t: "text" | "code"; readonly v: string }
  | { readonly t: "strong" | "em" | "del"; readonly c: readonly Inline[] }
  | { readonly t: "link"; readonly href: string; readonly c: readonly Inline[] }
  | { readonly t: "image"; readonly src: string; readonly alt: string }
  | { readonly t: "break" };

export interface ListItem {
  readonly checked?: boolean;
  readonly c: readonly Block[];
}

export type Align = "left" | "center" | "right" | null;

/** A part of a document. `page` is a reference to a heading, with its page where there are pages. */
export type Block =
  | { readonly t: "heading"; readonly level: number; readonly c: readonly Inline[] }
  | { readonly t: "text"; readonly c: readonly Inline[] }
  | { readonly t: "list"; readonly ordered: boolean; readonly start: number; readonly items: readonly ListItem[] }
  | { readonly t: "code"; readonly lang: string; readonly v: string }
  | { readonly t: "quote"; readonly c: readonly Block[] }
  | {
      readonly t: "table";
      readonly align: readonly Align[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly t: "rule" }
  | { readonly t: "page"; readonly to: string }
  /** What a speaker says to a slide. */
  | { readonly t: "notes"; readonly v: string }
  | { readonly t: "markdown"; readonly v: string };

export const plain = (v: string): Inline[] => [{ t: "text", v }];

/** The words of a run, without its markup. */
export const plainText = (inlines: readonly Inline[]): string =>
  inlines
    .map((each) =>
      each.t === "break" ? " " : each.t === "image" ? each.alt : "v" in each ? each.v : plainText(each.c),
    )
    .join("");
