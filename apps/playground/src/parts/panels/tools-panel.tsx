import { useId, useState } from "react";
import type { Listing } from "../../workspace/use-files.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";
import { ToolForm } from "../tool-form.tsx";

interface ToolsPanelProps {
  readonly workspaceSession: WorkspaceSession;
  readonly listing: Listing;
  readonly onRun: () => void;
}

const maxPaths = 500;

/** Any tool, called as an agent would call it: the same checks, the same questions. */
export function ToolsPanel({
  workspaceSession: { registry, session, families, call, checkpoints },
  listing,
  onRun,
}: ToolsPanelProps) {
  const [name, setName] = useState("grep_files");
  const paths = useId();
  const spec = registry.list().find((each) => each.name === name);
  if (!spec) return null;
  return (
    <div className="tools">
      <label className="field">
        <span>Tool</span>
        <select value={name} onChange={({ target }) => setName(target.value)}>
          {[...registry.byCategory()].map(([category, tools]) => (
            <optgroup key={category} label={category}>
              {tools.map((tool) => (
                <option key={tool.name}>{tool.name}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p className="about">{spec.description}</p>
      <datalist id={paths}>
        {listing.files.slice(0, maxPaths).map(({ path }) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      <ToolForm
        key={name}
        schema={spec.inputSchema}
        paths={paths}
        onRun={(input) => {
          onRun();
          checkpoints.beginTurn({ label: name });
          families.noteUser(session, JSON.stringify(input));
          void call(name, input);
        }}
      />
    </div>
  );
}
