import type { QuestionReply, QuestionRequest } from "@holdall/tools-interact/port";
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from "react";
import { askedBy } from "../parts/shown-text.ts";
import { QuestionField } from "./question-field.tsx";
import { readQuestionForm } from "./read-question-form.ts";

export interface QuestionFormProps {
  readonly request: QuestionRequest;
  readonly onReply: (reply: QuestionReply) => void;
}

/**
 * The questions of a call, with their options and a field for free text. Empty fields are unanswered questions; a completely
 * empty form is not sent. Dismissing gives no answer; declining says that there will be none.
 */
export function QuestionForm({ request, onReply }: QuestionFormProps): ReactNode {
  const { questions, path } = request;
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reply = readQuestionForm(questions, new FormData(event.currentTarget));
    if (reply.outcome !== "declined") return onReply(reply);
    setEmpty(true);
    event.currentTarget.querySelector("input")?.focus();
  };
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };
  return (
    <form
      className="holdall-approval holdall-form"
      onSubmit={submit}
      onKeyDown={submitByKey}
      onChange={() => setEmpty(false)}
    >
      {questions.map((question, index) => (
        <QuestionField key={question.question} question={question} index={index} by={askedBy(path)} />
      ))}
      {isEmpty && (
        <p className="holdall-warning" role="alert">
          Choose an option or write an answer first.
        </p>
      )}
      <div className="holdall-answers">
        <button type="submit" data-answer="answer">
          Answer
        </button>
        <button type="button" data-answer="dismiss" onClick={() => onReply({ outcome: "cancelled" })}>
          Dismiss
        </button>
        <button type="button" data-answer="decline" onClick={() => onReply({ outcome: "declined" })}>
          I do not want to answer
        </button>
      </div>
    </form>
  );
}
