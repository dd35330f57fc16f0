import { viewChange } from "@holdall/call-view";
import { isValidElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ChangeList, type ChangeListProps } from "./change-list.tsx";

const changes = [
  { id: "u1", tool: "write_file", what: "", at: 1_000, paths: [{ path: "/a.ts", change: "created" }] },
  { id: "u2", tool: "bash", what: "rm b.ts", at: 2_000, paths: [{ path: "/b.ts", change: "deleted" }], undoneBy: "u3" },
  { id: "u4", tool: "bash", what: "make", at: 3_000, paths: [], isShared: true },
].map(viewChange);

/** The buttons of a list by what they say. */
function buttonsOf(node: ReactNode): { readonly name: string; click(): void }[] {
  if (Array.isArray(node)) return node.flatMap(buttonsOf);
  if (!isValidElement<{ children?: ReactNode; onClick?: () => void; "data-answer"?: string }>(node)) return [];
  const { children, onClick, "data-answer": name = "" } = node.props;
  return [...(onClick ? [{ name, click: onClick }] : []), ...buttonsOf(children)];
}

test("each call that was not taken back has a button, and older ones a second", () => {
  const asked: string[] = [];
  const onUndo: ChangeListProps["onUndo"] = ({ id }, scope) => void asked.push(`${scope} ${id}`);
  const buttons = buttonsOf(ChangeList({ changes, onUndo }));
  expect(buttons.map(({ name }) => name)).toEqual(["undo", "undo", "undo-since"]);
  for (const button of buttons) button.click();
  expect(asked).toEqual(["call u4", "call u1", "since u1"]);
});

test("it names commands, files and what was undone, the newest first", () => {
  const html = renderToStaticMarkup(<ChangeList changes={changes} onUndo={() => {}} />);
  expect(html.indexOf("make")).toBeLessThan(html.indexOf("rm b.ts"));
  expect(html).toContain("<code>/b.ts</code> <small>deleted</small>");
  expect(html.match(/undone/g)).toHaveLength(1);
  expect(html).toContain("others may have changed some");
});
