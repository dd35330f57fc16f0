import type { Question, QuestionReply, QuestionRequest } from "@holdall/tool-core/interact";
import type { FormEvent, ReactNode } from "react";
import { askedBy, shownText } from "./_shown-text.ts";
import { fieldNames, readQuestionForm } from "./read-question-form.ts";

export interface QuestionFormProps {
  readonly request: QuestionRequest;
  readonly onReply: (reply: QuestionReply) => void;
}

/** The questions of a call, with their options and a place for other words. Fields that stay empty are questions without an answer. */
export function QuestionForm({ request, onReply }: QuestionFormProps): ReactNode {
  const { questions, path } = request;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onReply(readQuestionForm(questions, new FormData(event.currentTarget)));
  };
  return (
    <form className="holdall-approval" onSubmit={submit}>
      {questions.map((question, index) => (
        <Field key={question.question} question={question} index={index} by={askedBy(path)} />
      ))}
      <div className="holdall-answers">
        <button type="submit" data-answer="answer">
          Answer
        </button>
        <button type="button" data-answer="decline" onClick={() => onReply({ outcome: "declined" })}>
          I do not want to answer
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly question: Question;
  readonly index: number;
  readonly by: string;
}

function Field({ question, index, by }: FieldProps): ReactNode {
  const { options = [], multiSelect, default: preset } = question;
  const { chosen, other } = fieldNames(index);
  const text = options.length === 0 ? preset : undefined;
  return (
    <fieldset>
      <legend>
        {by}
        {shownText(question.question)}
      </legend>
      {options.map(({ label, description }, at) => (
        <label key={label}>
          <input type={multiSelect ? "checkbox" : "radio"} name={chosen} value={at} defaultChecked={label === preset} />
          <span>{shownText(label)}</span>
          {description !== undefined && <small>{shownText(description)}</small>}
        </label>
      ))}
      <label>
        <span>{options.length > 0 ? "Something else" : "Answer"}</span>
        <input type="text" name={other} defaultValue={text} />
      </label>
    </fieldset>
  );
}
