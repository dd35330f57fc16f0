import type { ReactNode } from "react";

type LineKind = "heading" | "item" | "quote" | "fence" | "code" | "text";

interface Line {
  readonly kind: LineKind;
  readonly text: string;
}

const kindOf = (line: string): LineKind => {
  if (/^ {0,3}#{1,6}\s/.test(line)) return "heading";
  if (/^\s*([-*+]|\d{1,9}[.)])\s/.test(line)) return "item";
  return /^ {0,3}>/.test(line) ? "quote" : "text";
};

/** Lines of Markdown, with what is between fences as code. */
function linesOf(text: string): Line[] {
  let fence = "";
  return text.split("\n").map((line): Line => {
    const [, mark = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== "") {
      const isEnd = mark.startsWith(fence) && line.trim() === mark;
      if (isEnd) fence = "";
      return { kind: isEnd ? "fence" : "code", text: line };
    }
    if (mark !== "") fence = mark;
    return { kind: mark === "" ? kindOf(line) : "fence", text: line };
  });
}

/** Code and strong words stand out; their marks stay. */
const inline = (text: string): ReactNode[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, at) => {
    if (at % 2 === 0) return part;
    const Tag = part.startsWith("`") ? "code" : "b";
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
    return <Tag key={at}>{part}</Tag>;
  });

/**
 * Markdown as styled source: headings, lists and code are styled, and every character of the text is visible. Nothing
 * becomes a link, an image or a comment.
 */
export function StyledSource({ text }: { readonly text: string }): ReactNode {
  const lines = linesOf(text);
  return lines.map(({ kind, text: line }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
    <span key={at} className={`holdall-line-${kind}`}>
      {kind === "code" || kind === "fence" ? line : inline(line)}
      {at < lines.length - 1 && "\n"}
    </span>
  ));
}
