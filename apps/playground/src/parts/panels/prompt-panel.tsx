import { type Dialect, toOpenAI } from "@holdall/tool-core";
import { useMemo, useState } from "react";
import { estimateTokenCount } from "tokenx";
import { instructionsOf, namesOf, type ToolSet, toolSets } from "../../tool-sets.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

const dialects: readonly Dialect[] = ["snake", "camel", "claude"];

interface PromptPanelProps {
  readonly workspaceSession: WorkspaceSession;
  readonly toolSet: ToolSet;
  readonly onToolSet: (set: ToolSet) => void;
}

/** What a set of tools costs a model before it has done anything, and what the model reads about them. */
export function PromptPanel({ workspaceSession: { registry }, toolSet, onToolSet }: PromptPanelProps) {
  const [dialect, setDialect] = useState<Dialect>("snake");
  const { rows, instructions } = useMemo(() => {
    const all = toOpenAI(registry, { dialect });
    const names = namesOf(toolSet, registry);
    const rows = registry.tools().flatMap(({ name }, at) => {
      const definition = all[at];
      if (!definition || !names.includes(name)) return [];
      return [{ name: definition.function.name, tokens: estimateTokenCount(JSON.stringify(definition)) }];
    });
    return { rows: rows.sort((a, b) => b.tokens - a.tokens), instructions: instructionsOf(toolSet, registry, dialect) };
  }, [registry, dialect, toolSet]);
  const schemas = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const largest = rows[0]?.tokens ?? 1;
  const prompt = estimateTokenCount(instructions);
  return (
    <div className="prompt">
      <div className="pair">
        <label className="field">
          <span>Preset</span>
          <select value={toolSet} onChange={({ target }) => onToolSet(target.value as ToolSet)}>
            {toolSets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Spelling</span>
          <select value={dialect} onChange={({ target }) => setDialect(target.value as Dialect)}>
            {dialects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <dl className="cost">
        <div>
          <dt>Together</dt>
          <dd>{(schemas + prompt).toLocaleString("en-US")}</dd>
        </div>
        <div>
          <dt>{rows.length} tools</dt>
          <dd>{schemas.toLocaleString("en-US")}</dd>
        </div>
        <div>
          <dt>Instructions</dt>
          <dd>{prompt.toLocaleString("en-US")}</dd>
        </div>
      </dl>
      <p className="about">
        Estimated tokens, sent with every request. A model of yours gets this set, without what a browser has none of: a
        shell and the web.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tokens }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                <span className="bar" style={{ width: `${(tokens / largest) * 100}px` }} />
                <span className="number">{tokens}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 className="instructions">Instructions</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{instructions}</pre>
    </div>
  );
}
