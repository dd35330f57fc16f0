import { type Dialect, toOpenAI } from "@holdall/tool-core";
import { useMemo, useState } from "react";
import { estimateTokenCount } from "tokenx";
import type { Hands } from "../hands.ts";

const dialects: readonly Dialect[] = ["snake", "camel", "claude"];

/** What the tools cost a model before it has done anything, and what it is told about them. */
export function PromptPanel({ hands }: { readonly hands: Hands }) {
  const [dialect, setDialect] = useState<Dialect>("snake");
  const rows = useMemo(
    () =>
      toOpenAI(hands.registry, { dialect })
        .map((tool) => ({ name: tool.function.name, tokens: estimateTokenCount(JSON.stringify(tool)) }))
        .sort((a, b) => b.tokens - a.tokens),
    [hands, dialect],
  );
  const schemas = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const prompt = estimateTokenCount(hands.instructions);
  return (
    <div className="prompt">
      <label>
        <span>Spelling</span>
        <select value={dialect} onChange={({ target }) => setDialect(target.value as Dialect)}>
          {dialects.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p>
        <strong>{(schemas + prompt).toLocaleString("en-US")}</strong> tokens, estimated:{" "}
        {schemas.toLocaleString("en-US")} for {rows.length} tools, {prompt.toLocaleString("en-US")} for instructions.
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
              <td>{tokens}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Instructions</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre tabIndex={0}>{hands.instructions}</pre>
    </div>
  );
}
