import type { JsonSchema } from "@holdall/tool-core";
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId, useState } from "react";
import { type Field, fieldsOf, inputOf } from "../form-fields.ts";

interface ToolFormProps {
  readonly schema: JsonSchema;
  readonly onRun: (input: Record<string, unknown>) => void;
}

/** A form made from a tool's schema. Ctrl or ⌘ with Enter runs it. */
export function ToolForm({ schema, onRun }: ToolFormProps) {
  const fields = fieldsOf(schema);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string>();
  const run = () => {
    try {
      onRun(inputOf(fields, typed));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  const runByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  return (
    <form onSubmit={submit} onKeyDown={runByKey}>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={typed[field.name] ?? ""}
          onChange={(value) => setTyped((now) => ({ ...now, [field.name]: value }))}
        />
      ))}
      {fields.length === 0 && <p className="empty">It takes no parameters.</p>}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="primary">
        Run <kbd>Ctrl ↵</kbd>
      </button>
    </form>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FieldInput({ field, value, onChange }: FieldInputProps) {
  const id = useId();
  const { name, about, isRequired } = field;
  return (
    <div className={`field field-${field.kind}`}>
      <label htmlFor={id}>
        <code>{name}</code>
        {isRequired && <span className="required"> required</span>}
      </label>
      {control(field, id, value, onChange)}
      {about && <small id={`${id}-about`}>{about}</small>}
    </div>
  );
}

function control(
  { name, kind, choices, about }: Field,
  id: string,
  value: string,
  onChange: (value: string) => void,
): ReactNode {
  const shared = { id, "aria-describedby": about ? `${id}-about` : undefined };
  const typed = { ...shared, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
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
      return <input {...typed} type="text" autoComplete="off" spellCheck={false} />;
    case "text":
      return <textarea {...typed} rows={4} spellCheck={false} />;
    case "json":
      return (
        <textarea {...typed} rows={3} spellCheck={false} placeholder={name.endsWith("s") ? "[ … ] as JSON" : "JSON"} />
      );
  }
}
