import type { JsonSchema } from "@holdall/tool-core";
import { type KeyboardEvent, type SubmitEvent, useState } from "react";
import { fieldsOf, inputOf } from "../form-fields.ts";
import { FieldInput } from "./field-input.tsx";

interface ToolFormProps {
  readonly schema: JsonSchema;
  /** The id of a list of paths to choose from. */
  readonly paths: string;
  readonly onRun: (input: Record<string, unknown>) => void;
}

/** With more fields than this, those that are not required wait behind a click. */
const few = 4;

/** A form made from a tool's schema. Ctrl or ⌘ with Enter runs it. */
export function ToolForm({ schema, paths, onRun }: ToolFormProps) {
  const fields = fieldsOf(schema);
  const shown = fields.length <= few ? fields : fields.filter(({ isRequired, kind }) => isRequired || kind === "path");
  const others = fields.filter((field) => !shown.includes(field));
  const rest = [...others.filter(({ kind }) => kind !== "flag"), ...others.filter(({ kind }) => kind === "flag")];
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
  const inputs = (some: typeof fields) =>
    some.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        paths={paths}
        value={typed[field.name] ?? field.start}
        onChange={(value) => setTyped((now) => ({ ...now, [field.name]: value }))}
      />
    ));
  return (
    <form onSubmit={submit} onKeyDown={runByKey}>
      {inputs(shown)}
      {rest.length > 0 && (
        <details className="unfold more">
          <summary>{rest.length} more parameters</summary>
          <div className="fields">{inputs(rest)}</div>
        </details>
      )}
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
