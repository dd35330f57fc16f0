import { characterName, dropSequences, replaceUnseen } from "@holdall/tool-kit/text";
import type {
  Asker,
  PlanReply,
  PlanRequest,
  Question,
  QuestionAnswer,
  QuestionReply,
  QuestionRequest,
} from "../port/index.ts";

export interface LineAskerOptions {
  /** One line from the user; undefined at the end of the input. */
  readonly read: (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly write: (text: string) => void;
}

type ReadLine = (prompt: string) => Promise<string | undefined>;

/**
 * Ask by lines that a host reads and writes itself: numbers choose options, other text is an answer of one's own, an empty line
 * leaves a question out. Requests are not queued: hosts call it for one at a time, or use `terminalAsker`.
 */
export function lineAsker({ read, write }: LineAskerOptions): Asker {
  const readWith =
    (signal: AbortSignal): ReadLine =>
    async (prompt) =>
      (await read(prompt, signal))?.trim();
  return {
    ask: (request, { signal }) => askQuestions(request, readWith(signal), write),
    review: (request, { signal }) => reviewPlan(request, readWith(signal), write),
  };
}

async function askQuestions(
  { questions, path }: QuestionRequest,
  read: ReadLine,
  write: LineAskerOptions["write"],
): Promise<QuestionReply> {
  const answers: QuestionAnswer[] = [];
  for (const [index, question] of questions.entries()) {
    write(`\n${asker(path)}${describeQuestion(question)}`);
    const line = await read("> ");
    if (line === undefined) return { outcome: index === 0 ? "unavailable" : "cancelled" };
    const words = line === "" ? (question.default ?? "") : line;
    if (words !== "") answers.push(readAnswer(question, words));
  }
  if (answers.length === 0) return { outcome: "declined" };
  return { outcome: answers.length === questions.length ? "answered" : "partial", answers };
}

function describeQuestion({ question, header, options = [], multiSelect, default: preset }: Question): string {
  const lines = options.map(
    ({ label, description }, index) => `  ${index + 1}. ${plain(label)}${description ? `: ${plain(description)}` : ""}`,
  );
  const how =
    options.length === 0
      ? ""
      : multiSelect
        ? "numbers with commas, or your own words; "
        : "a number, or your own words; ";
  const empty = preset === undefined ? "leaves it out" : `means ${plain(preset)}`;
  const title = header ? `[${plain(header)}] ` : "";
  return [`${title}${plain(question)}`, ...lines, `  (${how}an empty line ${empty})`, ""].join("\n");
}

function readAnswer({ question, options = [], multiSelect }: Question, line: string): QuestionAnswer {
  const parts = multiSelect ? line.split(",").map((part) => part.trim()) : [line];
  const labels = parts.map(
    (part) =>
      (/^\d+$/.test(part) ? options[Number(part) - 1]?.label : undefined) ??
      options.find(({ label }) => label.toLowerCase() === part.toLowerCase())?.label,
  );
  if (labels.every((label) => label !== undefined)) return { question, chosen: labels };
  return { question, chosen: [], other: line };
}

async function reviewPlan(request: PlanRequest, read: ReadLine, write: LineAskerOptions["write"]): Promise<PlanReply> {
  const { plan, planId, grants, path } = request;
  const permitted = grants.map(({ tool, scope }) => `  - ${plain(tool)}: ${plain(scope)}\n`).join("");
  write(`\n${asker(path)}Plan:\n\n${plain(plan)}\n\n`);
  if (permitted !== "") write(`If you approve, these calls are permitted until the plan ends:\n${permitted}\n`);
  const line = await read('Carry it out? "yes", "no", or what to change: ');
  if (line === undefined || line === "") return { outcome: "unavailable" };
  if (/^(y|yes)$/i.test(line)) return { outcome: "approved", planId };
  return /^(n|no)$/i.test(line) ? { outcome: "declined" } : { outcome: "changes", feedback: line };
}

const asker = (path: readonly string[]): string => (path.length === 0 ? "" : `${path.map(plain).join(" > ")}: `);

/** Text of a model, without what would move the cursor; what is not seen is named. */
const plain = (text: string): string =>
  replaceUnseen(dropSequences(text).text, (run) => [...run].map(characterName).join(""));
