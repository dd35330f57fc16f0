import type { CallView } from "@holdall/call-view";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Answer } from "./answer.ts";
import { CallList } from "./call-list.tsx";
import { ToolPart } from "./tool-part.tsx";

/** What a test can do in the page; answers and addresses are kept since the page was opened. */
export interface Stage {
  showCalls(calls: readonly CallView[]): void;
  showParts(parts: readonly { readonly toolCallId: string; readonly type: string }[]): void;
  /** A call with a picture of one red point. */
  showImage(): void;
  clear(): void;
  readonly answers: (readonly [string, Answer])[];
  readonly caught: string[];
  readonly made: string[];
  readonly revoked: string[];
}

const place = document.body.appendChild(document.createElement("div"));
const caught: string[] = [];
const root = createRoot(place, { onCaughtError: (error) => caught.push(String(error)) });
const answers: (readonly [string, Answer])[] = [];
const made: string[] = [];
const revoked: string[] = [];

const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (object) => {
  const url = createObjectURL(object);
  made.push(url);
  return url;
};
URL.revokeObjectURL = (url) => {
  revoked.push(url);
  revokeObjectURL(url);
};

const props = {
  answers: ["once", "session", "always", "deny"] as const,
  onAnswer: (call: CallView, answer: Answer) => void answers.push([call.id, answer]),
  handlers: {
    fragile: {
      renderOutput({ outcome }: CallView) {
        if (outcome === "broken") throw new Error("I break.");
        return <b>whole again</b>;
      },
    },
  },
};

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const showCalls = (calls: readonly CallView[]) =>
  flushSync(() =>
    root.render(
      <StrictMode>
        <CallList calls={calls} isOpen={({ blocks }) => blocks.some(({ kind }) => kind !== "text")} {...props} />
      </StrictMode>,
    ),
  );

Object.assign(globalThis, {
  holdall: {
    showCalls,
    showParts: (parts) =>
      flushSync(() =>
        root.render(
          <StrictMode>
            {parts.map((part) => (
              <ToolPart key={part.toolCallId} part={part} {...props} />
            ))}
          </StrictMode>,
        ),
      ),
    showImage() {
      const source = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      const base = { id: "1", tool: "read_file", title: "Read", category: "filesystem", subject: "", outcome: "" };
      const block = { kind: "image", mediaType: "image/png", source } as const;
      showCalls([{ ...base, state: "success", blocks: [block] }]);
    },
    clear: () => flushSync(() => root.render(null)),
    answers,
    caught,
    made,
    revoked,
  } satisfies Stage,
});
