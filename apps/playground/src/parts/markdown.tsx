import type { ReactNode } from "react";

/** Words of an agent, drawn: paragraphs, headings, lists, quotes, code, emphasis and links. Nothing in them becomes HTML. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  return blocksOf(text.split(/\r?\n/)).map((block, at) => <MarkdownBlock key={at} block={block} />);
}

type Block =
  | { readonly kind: "text" | "quote"; readonly lines: readonly string[] }
  | { readonly kind: "heading"; readonly lines: readonly string[] }
  | { readonly kind: "code"; readonly lines: readonly string[] }
  | { readonly kind: "bullets" | "numbers"; readonly lines: readonly string[]; readonly start: number };

const item = /^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const take = (isPart: (line: string) => boolean): string[] => {
      const from = at;
      while (at < lines.length && isPart(lines[at] ?? "")) at += 1;
      return lines.slice(from, at);
    };
    const [, number, text] = item.exec(line) ?? [];
    if (/^\s*$/.test(line)) at += 1;
    else if (/^\s{0,3}(```|~~~)/.test(line)) {
      const fence = line.trim().slice(0, 3);
      at += 1;
      blocks.push({ kind: "code", lines: take((each) => !each.trim().startsWith(fence)) });
      at += 1;
    } else if (/^#{1,6}\s/.test(line)) {
      blocks.push({ kind: "heading", lines: [line.replace(/^#+\s+/, "")] });
      at += 1;
    } else if (text !== undefined) {
      const kind = number === undefined ? "bullets" : "numbers";
      const own = take((each) => item.test(each) || /^\s{2,}\S/.test(each));
      blocks.push({ kind, start: Number(number ?? 1), lines: itemsOf(own) });
    } else if (line.startsWith(">")) {
      blocks.push({
        kind: "quote",
        lines: take((each) => each.startsWith(">")).map((each) => each.replace(/^> ?/, "")),
      });
    } else
      blocks.push({
        kind: "text",
        lines: take((each) => each.trim() !== "" && !/^(#{1,6}\s|>|\s{0,3}(```|~~~))/.test(each) && !item.test(each)),
      });
  }
  return blocks;
}

/** Items with their continuation lines. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const text = item.exec(line)?.[2];
    if (text !== undefined) items.push(text);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return items;
}

function MarkdownBlock({ block }: { readonly block: Block }): ReactNode {
  const text = block.lines.join("\n");
  switch (block.kind) {
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre tabIndex={0}>
          <code>{text}</code>
        </pre>
      );
    case "heading":
      return (
        <p>
          <strong>{inline(text)}</strong>
        </p>
      );
    case "quote":
      return <blockquote>{inline(text)}</blockquote>;
    case "bullets":
      return <ul>{block.lines.map(listItem)}</ul>;
    case "numbers":
      return <ol start={block.start}>{block.lines.map(listItem)}</ol>;
    case "text":
      return <p>{inline(text)}</p>;
  }
}

const listItem = (text: string, at: number): ReactNode => <li key={at}>{inline(text)}</li>;

const span = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+)\)/g;

/** Code, bold, italics and links to the web; everything else as it is. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(span)) {
    const [whole, code, bold, italics, label, url] = found;
    parts.push(text.slice(from, found.index));
    const key = found.index;
    if (code !== undefined) parts.push(<code key={key}>{code}</code>);
    else if (bold !== undefined) parts.push(<strong key={key}>{bold}</strong>);
    else if (italics !== undefined) parts.push(<em key={key}>{italics}</em>);
    else
      parts.push(
        <a key={key} href={url} target="_blank" rel="noopener noreferrer nofollow">
          {label}
        </a>,
      );
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}
