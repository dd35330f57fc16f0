import {
  type ClientCapabilities,
  CreateElicitationResponse,
  type ElicitationPropertySchema,
  methods,
} from "@agentclientprotocol/sdk";
import type { Asker, Question, QuestionAnswer } from "@holdall/tools-interact/port";
import type { EditorClient } from "../agent/editor-client.ts";

interface Asking {
  readonly client: EditorClient;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: () => string;
  /** The id that the client knows a call by. */
  readonly callId: (id: string) => string;
}

type Ask = Asker["ask"];

/** Ask the questions of the model with a form. For a client without forms, the questions stay open. */
export function askWithForm({ client, capabilities, sessionId, callId }: Asking): Ask {
  if (!capabilities.elicitation?.form) return () => ({ outcome: "unavailable" });
  return async ({ questions, ...at }, { signal }) => {
    const from = at.path.length === 0 ? "" : `${at.path.join(" > ")} asks. `;
    const properties = Object.fromEntries(questions.flatMap((question, number) => fieldsOf(question, number)));
    const reply = await client.request(
      methods.client.elicitation.create,
      {
        mode: "form",
        sessionId: sessionId(),
        toolCallId: callId(at.callId),
        message: `${from}${questions.map(({ question }) => question).join("\n")}`,
        requestedSchema: { type: "object", properties },
      },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    if (!CreateElicitationResponse.isAccept(reply))
      return { outcome: reply.action === "decline" ? "declined" : "cancelled" };
    const content = reply.content ?? {};
    const answers = questions.map((question, number) => answerOf(question, number, content));
    const given = answers.filter(({ chosen, other }) => chosen.length > 0 || other !== undefined);
    return { outcome: given.length === questions.length ? "answered" : "partial", answers: given };
  };
}

/** The fields of a question: a choice where there are options, and always a text of one's own. */
function fieldsOf({ question, header, options = [], multiSelect, default: preset }: Question, number: number) {
  const title = header ?? question;
  const own: ElicitationPropertySchema = {
    type: "string",
    title: options.length === 0 ? title : `${title}: something else`,
    description: options.length === 0 ? question : "Instead of an option, or in addition to it",
    ...(options.length === 0 && preset !== undefined && { default: preset }),
  };
  if (options.length === 0) return [[`q${number}_other`, own] as const];
  const choices = options.map(({ label, description }) => ({
    const: label,
    title: description === undefined ? label : `${label}: ${description}`,
  }));
  const isOption = options.some(({ label }) => label === preset);
  const choice: ElicitationPropertySchema = multiSelect
    ? { type: "array", title, description: question, items: { anyOf: choices } }
    : { type: "string", title, description: question, oneOf: choices, ...(isOption && { default: preset }) };
  return [[`q${number}`, choice] as const, [`q${number}_other`, own] as const];
}

/** Only the labels of options count as chosen, whatever a client sends. */
function answerOf(
  { question, options = [] }: Question,
  number: number,
  content: Readonly<Record<string, unknown>>,
): QuestionAnswer {
  const labels = options.map(({ label }) => label);
  const chosen = [content[`q${number}`]].flat().flatMap((each) => labels.filter((label) => label === each));
  const other = content[`q${number}_other`];
  return { question, chosen, ...(typeof other === "string" && other.trim() !== "" && { other }) };
}
