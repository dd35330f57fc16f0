import { type CallFacts, type CallView, viewCall } from "@holdall/call-view";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ToolCall } from "../../call/tool-call.tsx";
import { applyContext } from "./apply-context.ts";
import { connectHost, type Host } from "./host.ts";
import { picturesOf, viewResult } from "./read-result.ts";

interface PageState {
  readonly call: CallView;
  readonly pictures: readonly string[];
}

/** The call that a host shows in this page, from its arguments to its result. */
export function CallPage(): ReactNode {
  const [shown, setShown] = useState<PageState>();
  const [problem, setProblem] = useState<string>();
  const [host, setHost] = useState<Host>();

  useEffect(() => {
    let tool = "";
    let input: unknown;
    const show = (facts: Omit<CallFacts, "id" | "tool">) =>
      setShown({ call: viewCall({ id: "call", tool, input, ...facts }), pictures: [] });
    connectHost({
      onContext(context) {
        applyContext(context);
        tool = context.toolInfo?.tool?.name ?? tool;
      },
      onInput(given, isWhole) {
        input = given;
        show({ state: isWhole ? "running" : "preparing" });
      },
      onResult: (result) => setShown({ call: viewResult(tool, input, result), pictures: picturesOf(result) }),
      onCancelled: (reason) =>
        show({ state: "cancelled", error: { code: "cancelled", message: reason ?? "The call was cancelled." } }),
    }).then(setHost, (thrown: Error) => setProblem(thrown.message));
  }, []);

  useEffect(() => {
    if (!host) return;
    const { documentElement: page } = document;
    const observer = new ResizeObserver(() => host.sendHeight(Math.ceil(page.getBoundingClientRect().height)));
    observer.observe(page);
    return () => observer.disconnect();
  }, [host]);

  const loadFile = useCallback(
    async (path: string) => {
      if (!host) throw new Error("There is no host.");
      // A page in a frame without a network may hold no frame of its own, which a viewer of PDFs would need.
      if (/\.pdf$/i.test(path)) throw new Error("this page shows the text of PDFs. Open the file for their looks.");
      return bytesOf(await host.readResource(`file://${path.split("/").map(encodeURIComponent).join("/")}`));
    },
    [host],
  );

  if (problem !== undefined) return <p role="alert">This view has no host: {problem}</p>;
  if (!shown) return <p role="status">Waiting for the call …</p>;
  return (
    <main>
      <h1 className="holdall-hidden">{shown.call.title}</h1>
      <ToolCall call={shown.call} isOpen={!isTextRead(shown.call)} loadFile={host && loadFile} />
      {picturesBeside(shown).map((source) => (
        <img key={source.slice(0, 200)} className="holdall-image" src={source} alt={`Result of ${shown.call.title}`} />
      ))}
    </main>
  );
}

/** A file of text that was read is one line until the person opens it: hosts show a page for each call. */
const isTextRead = ({ title, blocks }: CallView): boolean =>
  title === "Read file" && blocks.every(({ kind }) => kind === "code");

/** Pictures that no block shows. */
const picturesBeside = ({ call, pictures }: PageState): readonly string[] =>
  call.blocks.some(({ kind }) => kind === "image") ? [] : pictures;

/** The bytes of a resource. Rejects for what is none. */
function bytesOf(answer: unknown): Uint8Array {
  const [first] =
    (answer as { readonly contents?: readonly { readonly text?: string; readonly blob?: string }[] }).contents ?? [];
  if (first?.text !== undefined) return new TextEncoder().encode(first.text);
  if (first?.blob === undefined) throw new Error("The host sent no content.");
  return Uint8Array.from(atob(first.blob), (character) => character.charCodeAt(0));
}
