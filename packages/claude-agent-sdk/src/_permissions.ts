import type { CanUseTool } from "@anthropic-ai/claude-agent-sdk";
import type { Approve, Session, ToolSpec } from "@holdall/tool-core";
import { approvalOf, pendingQuestion } from "@holdall/tool-kit/adapters";

interface PermissionOptions {
  readonly specs: readonly ToolSpec[];
  /** What is before a tool's name where Claude calls it. */
  readonly prefix: string;
  readonly askPerson: CanUseTool | undefined;
}

/** Finds the approval that the user has given for a call. */
export type ApproveOf = (spec: ToolSpec, input: unknown, callId: string) => Promise<Approve | undefined>;

const maxApproved = 200;

/** `canUseTool` for a session's tools, and the calls that it let pass with a user's approval. */
export function createPermissions(session: Session, { specs, prefix, askPerson }: PermissionOptions) {
  const known = new Map(specs.map((spec) => [prefix + spec.name, spec]));
  const approved = new Set<string>();

  const canUseTool: CanUseTool = async (name, input, options) => {
    const spec = known.get(name);
    if (!spec)
      return (
        askPerson?.(name, input, options) ?? {
          behavior: "deny",
          message: `${name} needs approval, but the user cannot be asked.`,
        }
      );
    const callId = options.toolUseID;
    const question = askPerson && (await pendingQuestion(session, spec.tool, input, { callId }));
    // Denied calls continue as well: the call fails and tells Claude why.
    if (!question) return { behavior: "allow", updatedInput: input };
    const asked = { ...options, title: question.prompt, suppressAlwaysAllowRule: true, suggestions: [] };
    const answer = await askPerson(name, input, asked);
    if (answer?.behavior !== "allow") return answer;
    const updatedInput = answer.updatedInput ?? input;
    // A user who corrects the input approves what they wrote.
    if (JSON.stringify(updatedInput) !== JSON.stringify(input))
      await pendingQuestion(session, spec.tool, updatedInput, { callId });
    approved.add(callId);
    const [oldest] = approved;
    if (oldest !== undefined && approved.size > maxApproved) approved.delete(oldest);
    return { ...answer, updatedInput };
  };

  const approveOf: ApproveOf = async ({ tool }, input, callId) => {
    if (!approved.delete(callId)) return undefined;
    const question = await pendingQuestion(session, tool, input, { callId, approved: true });
    return question && approvalOf(question);
  };

  return { canUseTool, approveOf };
}
