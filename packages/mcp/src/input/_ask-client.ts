import type { ApprovalRequest, Approve, Session } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { Asker } from "@holdall/tools-interact/port";
import { type ElicitRequestFormParams, SdkError, SdkErrorCode } from "@modelcontextprotocol/server";
import { approvalForm, approvalMessage, type Decision, readDecision } from "./_approval-form.ts";
import { type Channel, showsForms } from "./_channel.ts";
import { grant, isGranted } from "./_grants.ts";
import { planForm, questionForm, readPlanAnswer, readQuestionAnswer } from "./_question-form.ts";

/** How a call asks the person at its client. */
export interface Asking extends Asker {
  readonly approve: Approve;
}

/**
 * A way to ask through the client of a call; undefined where it shows no forms. The key of a form is a hash of what it asks, so
 * that no answer counts for another question.
 */
export function askClient(session: Session, channel: Channel): Asking | undefined {
  if (!showsForms(channel.capabilities)) return undefined;
  const elicit = async (kind: Kind, asked: unknown, params: ElicitRequestFormParams, signal: AbortSignal) => {
    const key = `${kind}-${await sha256Hex(JSON.stringify(asked))}`;
    return (await channel.request({ [key]: { method: "elicitation/create", params } }, signal))[key];
  };
  return {
    async approve(request, signal) {
      if (isGranted(session, request)) return true;
      const { tool, input, access, prompt } = request;
      try {
        const answer = await elicit("approve", [tool, input, access, prompt], paramsOf(request), signal);
        return conclude(session, request, readDecision(answer));
      } catch {
        signal.throwIfAborted();
        return { approved: false, reason: "The question was not answered." };
      }
    },
    async ask(request, { signal }) {
      try {
        const answer = await elicit("ask", [request.path, request.questions], questionForm(request), signal);
        return readQuestionAnswer(request, answer);
      } catch (error) {
        signal.throwIfAborted();
        return { outcome: isTimeout(error) ? "timeout" : "cancelled" };
      }
    },
    async review(request, { signal }) {
      try {
        const { path, plan, grants } = request;
        return readPlanAnswer(request, await elicit("review", [path, plan, grants], planForm(request), signal));
      } catch {
        signal.throwIfAborted();
        return { outcome: "unavailable" };
      }
    },
  };
}

type Kind = "approve" | "ask" | "review";

const isTimeout = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

function conclude(session: Session, request: ApprovalRequest, decision: Decision): boolean {
  if (decision === "allow for this session") grant(session, request);
  return decision !== "deny";
}

function paramsOf(request: ApprovalRequest): ElicitRequestFormParams {
  const { type, properties, required } = approvalForm;
  const { decision } = properties;
  const requestedSchema = {
    type,
    properties: { decision: { ...decision, enum: [...decision.enum] } },
    required: [...required],
  };
  return { mode: "form", message: approvalMessage(request), requestedSchema };
}
