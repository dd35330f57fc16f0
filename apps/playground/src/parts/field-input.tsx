import { type ReactNode, useId } from "react";
import type { Field } from "../form-fields.ts";

interface FieldInputProps {
  readonly field: Field;
  readonly paths: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One parameter of a tool, with the control that fits its type. */
export function FieldInput(props: FieldInputProps) {
  const id = useId();
  const { name, kind, about, isRequired } = props.field;
  return (
    <div className={`field field-${kind}`}>
      <label htmlFor={id}>
        <code>{name}</code>
        {isRequired && <span className="required"> required</span>}
      </label>
      {control(props, id)}
      {about && <small id={`${id}-about`}>{about}</small>}
    </div>
  );
}

function control({ field: { kind, choices, about }, paths, value, onChange }: FieldInputProps, id: string): ReactNode {
  const shared = { id, "aria-describedby": about ? `${id}-about` : undefined };
  const typed = { ...shared, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  const line = { autoComplete: "off", spellCheck: false } as const;
  switch (kind) {
    case "flag":
      return (
        <input
          {...shared}
          type="checkbox"
          checked={value === "true"}
          onChange={({ target }) => onChange(String(target.checked))}
        />
      );
    case "number":
      return <input {...typed} type="number" inputMode="numeric" />;
    case "choice":
      return (
        <select {...typed}>
          <option value="">(not set)</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "line":
      return <input {...typed} {...line} type="text" />;
    case "path":
      return <input {...typed} {...line} type="text" list={paths} />;
    case "text":
      return <textarea {...typed} rows={4} spellCheck={false} />;
    case "list":
      return (
        <textarea
          {...typed}
          rows={Math.max(2, value.split("\n").length)}
          spellCheck={false}
          placeholder="One entry a line"
        />
      );
    case "json":
      return <textarea {...typed} rows={value.split("\n").length + 1} spellCheck={false} placeholder="JSON" />;
  }
}
