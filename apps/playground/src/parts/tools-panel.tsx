import { useState } from "react";
import type { Hands } from "../hands.ts";
import { ToolForm } from "./tool-form.tsx";

/** Any tool, called as an agent would call it: the same checks, the same questions. */
export function ToolsPanel({ hands, onRun }: { readonly hands: Hands; readonly onRun: () => void }) {
  const specs = hands.registry.list();
  const [name, setName] = useState("grep_files");
  const spec = specs.find((each) => each.name === name) ?? specs[0];
  if (!spec) return null;
  return (
    <div className="tools">
      <label>
        <span>Tool</span>
        <select value={spec.name} onChange={({ target }) => setName(target.value)}>
          {specs.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </label>
      <p className="about">{spec.description}</p>
      <ToolForm
        key={spec.name}
        schema={spec.inputSchema}
        onRun={(input) => {
          onRun();
          void hands.call(spec.name, input);
        }}
      />
    </div>
  );
}
