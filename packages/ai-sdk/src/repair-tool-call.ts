import { type Dialect, type Session, toolName } from "@holdall/tool-core";

/** `experimental_repairToolCall` of the AI SDK. */
export type RepairToolCall = <C extends { toolName: string; input: string }>(options: {
  toolCall: C;
  tools: object;
}) => Promise<C | null>;

/**
 * Create the setting `experimental_repairToolCall`: a call by a name that is not among the SDK's tools becomes a call of
 * `tool_call`, so that deferred tools and names of other tool sets are answered by the session.
 */
export function repairToolCall(
  { registry, dialect: own }: Session,
  { dialect = own }: { readonly dialect?: Dialect } = {},
): RepairToolCall {
  return async ({ toolCall, tools }) => {
    const bridge = registry.get("tool_call");
    const name = bridge && toolName(bridge, dialect);
    if (!name || Object.hasOwn(tools, toolCall.toolName) || !Object.hasOwn(tools, name)) return null;
    return {
      ...toolCall,
      toolName: name,
      input: JSON.stringify({ name: toolCall.toolName, arguments: toolCall.input }),
    };
  };
}
