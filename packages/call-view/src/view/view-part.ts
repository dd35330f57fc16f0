import type { CallState, CallView } from "../call-view.ts";
import type { CallFacts } from "./call-facts.ts";
import { fieldOf, fieldsOf, numberOf, textOf } from "./fields.ts";
import { type ViewOptions, viewCall } from "./view-call.ts";

/** States of the AI SDK's tool parts, versions 6 and 7. */
const states: Readonly<Record<string, CallState>> = {
  "input-streaming": "preparing",
  "input-available": "waiting",
  "approval-requested": "asking",
  "approval-responded": "running",
  "output-available": "success",
  "output-error": "error",
  "output-denied": "denied",
};

/** True for the parts of an AI SDK message that are tool calls. */
export const isToolPart = (part: unknown): boolean =>
  /^(tool-.+|dynamic-tool)$/.test(textOf(part, "type") ?? "") && fieldOf(part, "toolCallId") !== undefined;

/**
 * The view of a part of an AI SDK message, `tool-…` or `dynamic-tool`, in every state of versions 6 and 7. Total: a
 * part that is broken, half written or of an unknown state gives a view, too.
 */
export function viewPart(part: unknown, options?: ViewOptions): CallView {
  try {
    return viewCall(factsOf(part), options);
  } catch {
    return viewCall({ id: "", tool: "unknown", state: "error", error: unreadable }, options);
  }
}

const unreadable = { code: "invalid_input", message: "This part of the message cannot be read." };

function factsOf(part: unknown): CallFacts {
  const type = textOf(part, "type") ?? "";
  const tool = textOf(part, "toolName") ?? type.replace(/^tool-/, "");
  const output = fieldOf(part, "output");
  const input = fieldOf(part, "input") ?? fieldOf(part, "rawInput");
  const known = states[textOf(part, "state") ?? ""];
  const base = {
    id: textOf(part, "toolCallId") ?? "",
    tool: tool || "unknown",
    title: textOf(part, "title"),
    input,
  };
  if (known === "success") return { ...base, ...ended(output, fieldOf(part, "preliminary") === true) };
  if (known === "error") {
    return { ...base, state: "error", error: { code: "error", message: textOf(part, "errorText") ?? "It failed." } };
  }
  const asked = fieldOf(part, "approval");
  if (known === "denied" || (known === "running" && fieldOf(asked, "approved") === false)) {
    const message = textOf(asked, "reason") || "The user declined.";
    return { ...base, state: "denied", error: { code: "permission_denied", message } };
  }
  if (known === "asking") return { ...base, state: "asking", approval: approvalOf(asked) };
  return { ...base, state: known ?? "waiting" };
}

const approvalOf = (asked: unknown) => ({
  id: textOf(asked, "id") ?? "",
  prompt: textOf(asked, "prompt") ?? "",
  access: [],
});

/** An output of `toAiTools`: progress while it is preliminary, `{ error }` when the call failed; in camel `error` is a text. */
function ended(output: unknown, isPreliminary: boolean): Pick<CallFacts, "state" | "output" | "error" | "progress"> {
  const progress = fieldOf(output, "progress");
  if (isPreliminary) {
    if (progress === undefined) return { state: "running", output };
    return { state: "running", progress: progressOf(progress) };
  }
  const { success, error: told } = fieldsOf(output);
  const isText = success === false && typeof told === "string";
  const error = isText ? { ...fieldsOf(output), message: told } : told;
  const [code, message] = [textOf(error, "code"), textOf(error, "message")];
  const isFailure = isText || Object.keys(fieldsOf(output)).every((key) => key === "error" || key === "success");
  if (!isFailure || code === undefined || message === undefined) return { state: "success", output };
  return { state: stateOfError(code), error: { code, message, hint: textOf(error, "hint") } };
}

/** A denial is not a failure, and neither is a cancellation. */
export const stateOfError = (code: string): CallState =>
  code === "permission_denied" ? "denied" : code === "aborted" ? "cancelled" : "error";

/** How far a call says it is: a message, and the share that is done where it knows. */
export function progressOf(progress: unknown): NonNullable<CallFacts["progress"]> {
  const [done, total] = [numberOf(progress, "progress"), numberOf(progress, "total")];
  const share = done === undefined || !total ? undefined : Math.min(1, Math.max(0, done / total));
  const data = fieldOf(progress, "data");
  return {
    message: textOf(progress, "message") ?? "",
    ...(share !== undefined && { done: share }),
    ...(data !== undefined && { data }),
  };
}
