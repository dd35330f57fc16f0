import type { CallView, CheckpointView, RestorePlanView, RunView } from "@holdall/call-view";
import type { PlanRequest, QuestionRequest } from "@holdall/tools-interact/port";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Answer } from "./ask/answer.ts";
import { PlanForm } from "./ask/plan-form.tsx";
import { QuestionForm } from "./ask/question-form.tsx";
import { RestoreForm } from "./ask/restore-form.tsx";
import { CallList } from "./call/call-list.tsx";
import { ToolPart } from "./call/tool-part.tsx";
import { CheckpointList } from "./lists/checkpoint-list.tsx";
import { RunList } from "./lists/run-list.tsx";

/** What a test can do in the page; answers and addresses are kept since the page was opened. */
export interface Stage {
  showCalls(calls: readonly CallView[]): void;
  showParts(parts: readonly { readonly toolCallId: string; readonly type: string }[]): void;
  /** A call with a picture of one red point. */
  showImage(): void;
  /** A call with a file, whose bytes come as this text. */
  showFile(mediaType: string, text: string): void;
  /** A form of each kind. What is replied is kept. */
  showForms(forms: Forms): void;
  clear(): void;
  readonly replies: unknown[];
  readonly answers: (readonly [string, Answer])[];
  readonly caught: string[];
  readonly made: string[];
  readonly revoked: string[];
}

export interface Forms {
  readonly questions?: QuestionRequest;
  readonly plan?: PlanRequest;
  readonly restore?: RestorePlanView;
  readonly checkpoints?: readonly CheckpointView[];
  readonly runs?: readonly RunView[];
}

const place = document.body.appendChild(document.createElement("div"));
const caught: string[] = [];
const root = createRoot(place, { onCaughtError: (error) => caught.push(String(error)) });
const answers: (readonly [string, Answer])[] = [];
const replies: unknown[] = [];
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

const reply = (value: unknown) => void replies.push(value);

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
    showFile(mediaType, text) {
      const block = { kind: "file", path: "/app/a.file", name: "a.file", mediaType, facts: ["2 pages"] } as const;
      const call = { id: "1", tool: "generate_pdf", title: "Make PDF", category: "", subject: "", outcome: "" };
      const loadFile = async () => {
        if (text === "") throw new Error("It is gone.");
        return new TextEncoder().encode(text);
      };
      flushSync(() =>
        root.render(
          <StrictMode>
            <CallList calls={[{ ...call, state: "success", blocks: [block] }]} isOpen loadFile={loadFile} />
          </StrictMode>,
        ),
      );
    },
    showForms: ({ questions, plan, restore, checkpoints, runs }) =>
      flushSync(() =>
        root.render(
          <StrictMode>
            {questions && <QuestionForm request={questions} onReply={reply} />}
            {plan && <PlanForm request={plan} onReply={reply} />}
            {checkpoints && <CheckpointList checkpoints={checkpoints} onSelect={({ id }) => reply(id)} selected="c1" />}
            {runs && (
              <RunList
                runs={runs}
                onAnswer={({ id }, event, payload) => reply([id, event, payload])}
                onCancel={({ id }) => reply([id, "cancel"])}
              />
            )}
            {restore && <RestoreForm plan={restore} onReply={reply} parts={["files", "conversation"]} />}
          </StrictMode>,
        ),
      ),
    clear: () => flushSync(() => root.render(null)),
    answers,
    replies,
    caught,
    made,
    revoked,
  } satisfies Stage,
});
