import type { Approval, ApprovalRequest, Approve, Session } from "@holdall/tool-core";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { approvalForm, approvalMessage, type Decision, readDecision } from "./_approval-form.ts";
import { grant, isGranted } from "./_grants.ts";

/** How a call asks the person at its client. */
export interface Asking {
  readonly approve: Approve;
  /** Aborted when the call cannot go on before the client comes back with an answer. */
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
  const envelope: { readonly [key: string]: unknown } | undefined = mcpReq.envelope;
  if (!showsForms(envelope ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities) : declared))
    return undefined;
  return envelope ? askByRetry(session, mcpReq) : askAtOnce(session, mcpReq, timeout);
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
  const approve: Approve = async (request, callSignal) => {
    if (isGranted(session, request)) return true;
    const params = paramsOf(request);
    try {
      return conclude(
        session,
        request,
        readDecision(await send({ method: "elicitation/create", params }, { timeout, signal: callSignal })),
      );
    } catch {
      callSignal.throwIfAborted();
      return { approved: false, reason: "Nobody answered the question." };
    }
  };
  return { approve, signal, question: () => undefined };
}

/**
 * 2026-07-28: the call ends with its question, and is sent anew with the answer. Answers are known by a hash of what was
 * asked, so that none counts for another question; earlier ones come back in `requestState`. It is not signed: whoever
 * could forge it can as well forge the answers, for the client speaks for the person in either.
 */
function askByRetry(
  session: Session,
  { signal, inputResponses, requestState }: Pick<ServerContext["mcpReq"], "signal" | "inputResponses" | "requestState">,
): Asking {
  const answers = new Map<string, Decision>([
    ...earlierAnswers(requestState()),
    ...Object.entries(inputResponses ?? {}).map(([key, answer]) => [key, readDecision(answer)] as const),
  ]);
  const given = new AbortController();
  let question: InputRequiredResult | undefined;
  const approve: Approve = async (request) => {
    if (isGranted(session, request)) return true;
    const key = await keyOf(request);
    const answer = answers.get(key);
    if (answer) return conclude(session, request, answer);
    question ??= {
      resultType: "input_required",
      inputRequests: { [key]: { method: "elicitation/create", params: paramsOf(request) } },
      ...(answers.size > 0 && { requestState: JSON.stringify([...answers]) }),
    };
    given.abort();
    return new Promise<Approval>(() => {});
  };
  return { approve, signal: AbortSignal.any([signal, given.signal]), question: () => question };
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

async function keyOf({ tool, input, access, prompt }: ApprovalRequest): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([tool, input, access, prompt]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `approve-${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** The answers of earlier rounds; of a state that is not ours, none. */
function earlierAnswers(state: unknown): [string, Decision][] {
  try {
    const pairs: unknown = JSON.parse(String(state ?? "[]"));
    return Array.isArray(pairs)
      ? pairs.map(([key, decision]) => [String(key), readDecision({ action: "accept", content: { decision } })])
      : [];
  } catch {
    return [];
  }
}
