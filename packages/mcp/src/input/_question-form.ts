import { neutralText } from "@holdall/tool-kit/text";
import type {
  PlanReply,
  PlanRequest,
  Question,
  QuestionAnswer,
  QuestionReply,
  QuestionRequest,
} from "@holdall/tools-interact/port";
import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";

type Property = ElicitRequestFormParams["requestedSchema"]["properties"][string];

/** Questions as a flat form, with the parts that clients of every revision show: one choice, yes or no for each of several, text. */
export function questionForm({ questions, path }: QuestionRequest): ElicitRequestFormParams {
  const fields = questions.flatMap((question, index) => fieldsOf(question, index + 1));
  return {
    mode: "form",
    message: [asking(path), ...questions.map((question, index) => describe(question, index + 1))].join("\n"),
    requestedSchema: { type: "object", properties: Object.fromEntries(fields) },
  };
}

function fieldsOf(
  { header, options = [], multiSelect, default: preset }: Question,
  number: number,
): [string, Property][] {
  const title = header ? neutralText(header) : `Question ${number}`;
  const labels = options.map(({ label }) => neutralText(label));
  const text: Property = { type: "string", title: labels.length > 0 ? `${title}: something else` : title };
  if (labels.length === 0) return [[`q${number}_other`, preset === undefined ? text : { ...text, default: preset }]];
  const choices: [string, Property][] = multiSelect
    ? labels.map((label, index) => [
        `q${number}_${index + 1}`,
        { type: "boolean", title: `${title}: ${label}`, default: options[index]?.label === preset },
      ])
    : [
        [
          `q${number}`,
          { type: "string", title, enum: labels, ...(preset !== undefined && { default: neutralText(preset) }) },
        ],
      ];
  return [...choices, [`q${number}_other`, text]];
}

function describe({ question, options = [], multiSelect }: Question, number: number): string {
  const how = multiSelect ? " (several can be chosen)" : "";
  const lines = options.map(({ label, description }) => {
    const more = description === undefined ? "" : `: ${indented(description)}`;
    return `  - ${indented(label)}${more}`;
  });
  return [`${number}. ${indented(question)}${how}`, ...lines].join("\n");
}

/** A client's answer to the form. An unreadable answer counts as dismissed. */
export function readQuestionAnswer({ questions }: QuestionRequest, answer: unknown): QuestionReply {
  const { action, content } = Object(answer) as { action?: unknown; content?: unknown };
  if (action === "decline") return { outcome: "declined" };
  if (action !== "accept") return { outcome: "cancelled" };
  const values = Object(content) as Readonly<Record<string, unknown>>;
  return { outcome: "answered", answers: questions.map((question, index) => readOne(question, index + 1, values)) };
}

function readOne(
  { question, options = [], multiSelect }: Question,
  number: number,
  values: Readonly<Record<string, unknown>>,
): QuestionAnswer {
  const labels = options.map(({ label }) => label);
  const chosen = multiSelect
    ? labels.filter((_, index) => values[`q${number}_${index + 1}`] === true)
    : labels.filter((label) => neutralText(label) === values[`q${number}`]);
  const other = values[`q${number}_other`];
  return { question, chosen, ...(typeof other === "string" && { other }) };
}

const decisions = ["decline", "ask for changes", "approve"] as const;

/** A complete plan. The initial values of the form approve nothing. */
export function planForm({ plan, grants, path }: PlanRequest): ElicitRequestFormParams {
  const permitted = grants.map(({ tool, scope }) => `  - ${indented(tool)}: ${indented(scope)}`);
  return {
    mode: "form",
    message: [
      `${asking(path)} Approve this plan?`,
      "",
      neutralText(plan),
      ...(permitted.length > 0 ? ["", "With it, these calls are permitted until the plan ends:", ...permitted] : []),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: {
        decision: { type: "string", title: "Decision", enum: [...decisions], default: "decline" },
        feedback: { type: "string", title: "What to change" },
      },
      required: ["decision"],
    },
  };
}

/** A client's answer to a plan's form. Anything but a clear approval approves nothing. */
export function readPlanAnswer({ planId }: PlanRequest, answer: unknown): PlanReply {
  const { action, content } = Object(answer) as { action?: unknown; content?: unknown };
  if (action === "decline") return { outcome: "declined" };
  if (action !== "accept") return { outcome: "unavailable" };
  const { decision, feedback } = Object(content) as { decision?: unknown; feedback?: unknown };
  const said = typeof feedback === "string" && feedback.trim() !== "" ? { feedback } : {};
  if (decision === "approve") return { outcome: "approved", planId };
  return decision === "ask for changes" ? { outcome: "changes", ...said } : { outcome: "declined", ...said };
}

const asking = (path: readonly string[]): string =>
  path.length === 0 ? "The agent asks." : `An agent asks (${path.map(indented).join(" > ")}).`;

const indented = (text: string): string => neutralText(text).replaceAll("\n", "\n  ");
