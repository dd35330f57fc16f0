import type { Policy } from "@holdall/tool-core";

/** What further tools may do: files as the preset's own tools, the rest when the user agrees. */
export function furtherPolicy(
  preset: string,
  isFurther: (tool: string) => boolean,
  { looksOnly = false }: { readonly looksOnly?: boolean },
): Policy {
  return ({ tool, access }) => {
    if (!access || !isFurther(tool.name) || ["read", "write", "delete"].includes(access.action)) return undefined;
    if (looksOnly && !tool.hints.readOnly) {
      return { effect: "deny", reason: `The ${preset} preset does not call tools that may change something.` };
    }
    return { effect: "ask", prompt: `${tool.title}: ${access.action} ${access.target}` };
  };
}
