import type { DiffRow, MatchRow, ViewBlock } from "@holdall/call-view";
import type { ReactNode } from "react";
import { WindowRows } from "../lists/window-rows.tsx";
import { CopyButton } from "../parts/copy-button.tsx";

type Of<K extends ViewBlock["kind"]> = Extract<ViewBlock, { kind: K }>;

const widest = (rows: readonly { readonly text: string }[]): number =>
  rows.reduce((most, { text }) => Math.max(most, text.length), 0) + 16;

interface FrameProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly copy?: () => string;
  readonly children: ReactNode;
}

/** A block with a head: what it is, a note, a button to copy it. */
function Frame({ title, note, copy, children }: FrameProps): ReactNode {
  return (
    <figure className="holdall-frame">
      <figcaption>
        <span className="holdall-path">{title}</span>
        {note}
        {copy && <CopyButton text={copy} what={title} />}
      </figcaption>
      {children}
    </figure>
  );
}

/** `1 line`, `1,200 lines`. */
const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;

/** `120 more lines`: what a block does not hold. */
export const More = ({ count, noun }: { readonly count: number; readonly noun: string }): ReactNode =>
  count > 0 && <p className="holdall-more">{counted(count, `more ${noun}`)}</p>;

/** Lines of a file with their numbers. */
export function CodeBlock({ block: { path, lines, more } }: { readonly block: Of<"code"> }): ReactNode {
  const copy = () => lines.map(({ text }) => text).join("\n");
  return (
    <Frame title={path ?? "Text"} copy={copy}>
      <WindowRows
        count={lines.length}
        columns={widest(lines)}
        label={path ?? "Text"}
        row={(at) => (
          <div key={at} className="holdall-row">
            <span className="holdall-number">{lines[at]?.number}</span>
            <code>{lines[at]?.text}</code>
          </div>
        )}
      />
      <More count={more} noun="line" />
    </Frame>
  );
}

const characters: Readonly<Record<DiffRow["kind"], string>> = { same: " ", added: "+", removed: "−", gap: " " };

/** Removed and added lines, with the numbers of both sides. */
export function DiffBlock({ block: { path, rows, added, removed, more } }: { readonly block: Of<"diff"> }): ReactNode {
  const copy = () => rows.map(({ kind, text }) => `${kind === "removed" ? "-" : characters[kind]} ${text}`).join("\n");
  const note = (
    <span className="holdall-counts">
      <ins>+{added}</ins> <del>−{removed}</del>
    </span>
  );
  return (
    <Frame title={path ?? "Change"} note={note} copy={copy}>
      <WindowRows
        count={rows.length}
        columns={widest(rows)}
        label={`Change of ${path ?? "a file"}: ${added} lines added, ${removed} removed`}
        row={(at) => <DiffLine key={at} row={rows[at]} />}
      />
      <More count={more} noun="row" />
    </Frame>
  );
}

function DiffLine({ row }: { readonly row: DiffRow | undefined }): ReactNode {
  if (!row) return null;
  return (
    <div className={`holdall-row holdall-${row.kind}`}>
      <span className="holdall-number">{row.before}</span>
      <span className="holdall-number">{row.after}</span>
      <code>
        <span className="holdall-sign">{characters[row.kind]} </span>
        {row.text}
      </code>
    </div>
  );
}

type ShownMatch = { readonly path: string } | MatchRow;

/** Matches below the files they are in. */
export function MatchesBlock({ block: { files, total, more } }: { readonly block: Of<"matches"> }): ReactNode {
  const rows = files.flatMap(({ path, rows: found }): ShownMatch[] => [{ path }, ...found]);
  const copy = () => rows.map((row) => ("path" in row ? row.path : `${row.line ?? ""}: ${row.text}`)).join("\n");
  return (
    <Frame title={`${total.toLocaleString("en-US")} in ${counted(files.length, "file")}`} copy={copy}>
      <WindowRows
        count={rows.length}
        columns={widest(rows.map((row) => ("path" in row ? { text: row.path } : row)))}
        label="Matches by file"
        row={(at) => {
          const row = rows[at];
          if (!row) return null;
          if ("path" in row)
            return (
              <div key={at} className="holdall-row holdall-file">
                {row.path}
              </div>
            );
          return (
            <div key={at} className={`holdall-row${row.isMatch ? " holdall-match" : ""}`}>
              <span className="holdall-number">{row.line}</span>
              <code>{row.text}</code>
            </div>
          );
        }}
      />
      <More count={more} noun="file" />
    </Frame>
  );
}

/** A command and its output. */
export function TerminalBlock({ block }: { readonly block: Of<"terminal"> }): ReactNode {
  const { command, output, exitCode } = block;
  const lines = output === "" ? [] : output.replace(/\n$/, "").split("\n");
  const note = exitCode !== undefined && exitCode !== 0 && <span className="holdall-bad">exit {exitCode}</span>;
  return (
    <Frame title={`$ ${command}`} note={note} copy={() => output}>
      {lines.length > 0 && (
        <WindowRows
          count={lines.length}
          columns={widest(lines.map((text) => ({ text })))}
          label="Output"
          row={(at) => (
            <div key={at} className="holdall-row">
              <code>{lines[at]}</code>
            </div>
          )}
        />
      )}
    </Frame>
  );
}

/** Files and folders. */
export function PathsBlock({ block: { paths, more } }: { readonly block: Of<"paths"> }): ReactNode {
  const copy = () => paths.map(({ path }) => path).join("\n");
  return (
    <Frame title={counted(paths.length, "entry")} copy={copy}>
      <WindowRows
        count={paths.length}
        columns={widest(paths.map(({ path }) => ({ text: path })))}
        label="Entries"
        row={(at) => (
          <div key={at} className="holdall-row">
            <code>
              {paths[at]?.path}
              {paths[at]?.isFolder ? "/" : ""}
            </code>
            <span className="holdall-note">{paths[at]?.note}</span>
          </div>
        )}
      />
      <More count={more} noun="entry" />
    </Frame>
  );
}
