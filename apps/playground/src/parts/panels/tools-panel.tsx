import { useId, useState } from "react";
import { useRegistry } from "../../servers/use-registry.ts";
import type { Listing } from "../../workspace/use-files.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";
import { ToolForm } from "../tool-form.tsx";

interface ToolsPanelProps {
  readonly workspaceSession: WorkspaceSession;
  readonly listing: Listing;
  readonly onRun: () => void;
}

const maxPaths = 500;
const firstTool = "grep_files";

/** Any tool, called as an agent would call it: the same checks, the same questions. */
export function ToolsPanel({
  workspaceSession: { registry, session, families, call, checkpoints },
  listing,
  onRun,
}: ToolsPanelProps) {
  const [chosen, setName] = useState(firstTool);
  const paths = useId();
  const specs = useRegistry(registry);
  // The tool of a server goes with it.
  const spec = specs.find((each) => each.name === chosen) ?? specs.find((each) => each.name === firstTool);
  if (!spec) return null;
  const { name } = spec;
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
