import type { Question } from "@holdall/tools-interact/port";
import { type ReactNode, useRef } from "react";
import { shownText } from "../parts/shown-text.ts";
import { fieldNames } from "./read-question-form.ts";

export interface QuestionFieldProps {
  readonly question: Question;
  readonly index: number;
  /** Which agent asks. */
  readonly by: string;
}

/** One question. Of several options one is chosen, or own words instead; with `multiSelect` any of them, and own words beside them. */
export function QuestionField({ question, index, by }: QuestionFieldProps): ReactNode {
  const { options = [], multiSelect = false, default: preset, header } = question;
  const { chosen, other } = fieldNames(index);
  const own = useRef<HTMLInputElement>(null);
  const ownChoice = useRef<HTMLInputElement>(null);
  const isSingle = options.length > 0 && !multiSelect;
  const choose = () => {
    if (isSingle && own.current) own.current.value = "";
  };
  const write = () => {
    if (ownChoice.current) ownChoice.current.checked = true;
  };
  return (
    <fieldset>
      <legend>
        {header !== undefined && <span className="holdall-header">{shownText(header)}</span>}
        {by}
        {shownText(question.question)}
        {multiSelect && options.length > 0 && <small> Choose any.</small>}
      </legend>
      {options.map(({ label, description }, at) => (
        <label key={label} className="holdall-option">
          <input
            type={multiSelect ? "checkbox" : "radio"}
            name={chosen}
            value={at}
            defaultChecked={label === preset}
            onChange={choose}
          />
          <span>
            {shownText(label)}
            {description !== undefined && <small>{shownText(description)}</small>}
          </span>
        </label>
      ))}
      <div className="holdall-own">
        {isSingle && (
          <input
            ref={ownChoice}
            type="radio"
            name={chosen}
            value="other"
            aria-label="Something else"
            onChange={() => own.current?.focus()}
          />
        )}
        <label>
          <span>{options.length > 0 ? "Something else" : "Answer"}</span>
          <input
            ref={own}
            type="text"
            name={other}
            autoComplete="off"
            defaultValue={options.length === 0 ? preset : undefined}
            onChange={write}
          />
        </label>
      </div>
    </fieldset>
  );
}
