import type { ToolSearchOutput } from "./_schema.ts";

/** The result as a model reads it: each tool with its schema on one line, then what else there is to know. */
export function renderSearch(output: ToolSearchOutput): string {
  const lines = output.tools.map(({ name, description, input_schema, score, matched, namespace }) =>
    [
      `${name} (${namespace}; ${matched === "exact" ? "by name" : `${matched}, ${score.toFixed(2)}`})`,
      description,
      input_schema && JSON.stringify(input_schema),
    ]
      .filter(Boolean)
      .join("\n"),
  );
  return [...lines, renderNotes(output)].filter(Boolean).join("\n\n");
}

/** Notes in addition to the tools that were found; often none. */
export function renderNotes(output: ToolSearchOutput): string {
  const { tools, also, not_found, total_deferred, unavailable, notes, hint } = output;
  const lines = tools.length === 0 ? ["No tools were found."] : [];
  for (const { name, nearest, reason } of not_found) {
    lines.push(
      reason ??
        `There is no tool named ${name.slice(0, 80)}${nearest.length > 0 ? `; similar names: ${nearest.join(", ")}` : ""}.`,
    );
  }
  if (also.length > 0) lines.push(`Also: ${also.join(", ")}`);
  if (total_deferred > 0) lines.push(`${total_deferred} ${total_deferred === 1 ? "tool is" : "tools are"} not loaded.`);
  for (const { server, status, fix } of unavailable) {
    lines.push(`The server ${server} is unavailable (${status}), so its tools cannot be found.${fix ? ` ${fix}` : ""}`);
  }
  return [...lines, ...notes, hint].filter(Boolean).join("\n\n");
}
