import type { ApprovalRequest, Approve, Session } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import type { Asker } from "@holdall/tools-interact/port";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { grant, isGranted } from "../_grants.ts";
import { approvalForm, approvalMessage, type Decision, readDecision } from "./approval-form.ts";
import { planForm, questionForm, readPlanAnswer, readQuestionAnswer } from "./question-form.ts";

/** How a call asks the person at its client. */
export interface Asking extends Asker {
  readonly approve: Approve;
  /** Aborted when the call cannot continue until the client returns with an answer. */
  readonly signal: AbortSignal;
  /** What the client must answer first, when the call was given up for it. */
  question(): InputRequiredResult | undefined;
}

/** A way to ask through the client that sent a request; undefined where it shows no forms. */
export function askClient(
  session: Session,
  { mcpReq }: ServerContext,
  declared: ClientCapabilities | undefined,
  timeout: number,
): Asking | undefined {
  if (!clientShowsForms({ mcpReq }, declared)) return undefined;
  return mcpReq.envelope ? askByRetry(session, mcpReq) : askAtOnce(session, mcpReq, timeout);
}

/**
 * Whether the client that sent a request shows forms: from the request in 2026-07-28, from its declared capabilities
 * before.
 */
export function clientShowsForms(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  declared: ClientCapabilities | undefined,
): boolean {
  const envelope: { readonly [key: string]: unknown } | undefined = mcpReq.envelope;
  return showsForms(envelope ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities) : declared);
}

/** A bare `elicitation: {}` means forms, from before there was anything else. */
export function showsForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** 2025: the server asks while the call waits. */
function askAtOnce(
  session: Session,
  { send, signal }: Pick<ServerContext["mcpReq"], "send" | "signal">,
  timeout: number,
): Asking {
  const elicit = (params: ElicitRequestFormParams, callSignal: AbortSignal): Promise<unknown> =>
    send({ method: "elicitation/create", params }, { timeout, signal: callSignal });
  const approve: Approve = async (request, callSignal) => {
    if (isGranted(session, request)) return true;
    try {
      return conclude(session, request, readDecision(await elicit(paramsOf(request), callSignal)));
    } catch {
      callSignal.throwIfAborted();
      return { approved: false, reason: "The question was not answered." };
    }
  };
  return {
    approve,
    async ask(request, { signal: callSignal }) {
      try {
        return readQuestionAnswer(request, await elicit(questionForm(request), callSignal));
      } catch (error) {
        callSignal.throwIfAborted();
        return { outcome: isTimeout(error) ? "timeout" : "cancelled" };
      }
    },
    async review(request, { signal: callSignal }) {
      try {
        return readPlanAnswer(request, await elicit(planForm(request), callSignal));
      } catch {
        callSignal.throwIfAborted();
        return { outcome: "unavailable" };
      }
    },
    signal,
    question: () => undefined,
  };
}

const isTimeout = (error: unknown): boolean => error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;

/**
 * 2026-07-28: the call ends with its question, and is sent again with the answer. Answers are found by a hash of the
 * question, so that none counts for another question; earlier ones come back in `requestState`. It is not signed: a
 * client that could forge it could forge the answers as well.
 */
function askByRetry(
  session: Session,
  { signal, inputResponses, requestState }: Pick<ServerContext["mcpReq"], "signal" | "inputResponses" | "requestState">,
): Asking {
  const answers = new Map<string, unknown>([
    ...earlierAnswers(requestState()),
    ...Object.entries(inputResponses ?? {}),
  ]);
  const given = new AbortController();
  let question: InputRequiredResult | undefined;
  const endWith = (key: string, params: ElicitRequestFormParams): Promise<never> => {
    question ??= {
      resultType: "input_required",
      inputRequests: { [key]: { method: "elicitation/create", params } },
      ...(answers.size > 0 && { requestState: JSON.stringify([...answers]) }),
    };
    given.abort();
    return new Promise(() => {});
  };
  return {
    async approve(request) {
      if (isGranted(session, request)) return true;
      const { tool, input, access, prompt } = request;
      const key = await keyOf("approve", [tool, input, access, prompt]);
      return answers.has(key)
        ? conclude(session, request, readDecision(answers.get(key)))
        : endWith(key, paramsOf(request));
    },
    async ask(request) {
      const key = await keyOf("ask", [request.path, request.questions]);
      return answers.has(key) ? readQuestionAnswer(request, answers.get(key)) : endWith(key, questionForm(request));
    },
    async review(request) {
      const key = await keyOf("review", [request.path, request.plan, request.grants]);
      return answers.has(key) ? readPlanAnswer(request, answers.get(key)) : endWith(key, planForm(request));
    },
    signal: AbortSignal.any([signal, given.signal]),
    question: () => question,
  };
}

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

async function keyOf(kind: "approve" | "ask" | "review", asked: unknown): Promise<string> {
  return `${kind}-${await sha256Hex(JSON.stringify(asked))}`;
}

/** The answers of earlier rounds, as clients gave them; of a state that is not ours, none. */
function earlierAnswers(state: unknown): [string, unknown][] {
  try {
    const pairs: unknown = JSON.parse(String(state ?? "[]"));
    return Array.isArray(pairs) ? pairs.map(([key, answer]) => [String(key), answer]) : [];
  } catch {
    return [];
  }
}
