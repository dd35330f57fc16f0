import type { ToolEvent } from "@holdall/tool-core";

/** A question of the model that the user has yet to answer. */
export interface OpenQuestion {
  readonly id: string;
  readonly question: string;
}

export interface OpenQuestions {
  follow(event: ToolEvent): void;
  list(): readonly OpenQuestion[];
}

const unanswered: readonly unknown[] = ["timeout", "unavailable", "deferred"];

/** Follows the questions of a session: unanswered ones stay open until they are asked again and answered. */
export function followQuestions(): OpenQuestions {
  const open = new Map<string, OpenQuestion>();
  const asked = new Map<string, readonly string[]>();
  return {
    follow(event) {
      if (event.tool !== "ask_user_question") return;
      if (event.type === "call-start") asked.set(event.callId, questionsOf(event.input));
      if (event.type !== "call-end") return;
      const { result, callId } = event;
      const { outcome, question_id } = Object(result.ok ? undefined : result.error.data) as Readonly<
        Record<string, unknown>
      >;
      for (const [index, question] of (asked.get(callId) ?? []).entries()) {
        const id = typeof question_id === "string" ? question_id : `${callId}-${index + 1}`;
        if (result.ok) open.delete(question);
        else if (unanswered.includes(outcome)) open.set(question, { id, question });
      }
      asked.delete(callId);
    },
    list: () => [...open.values()],
  };
}

function questionsOf(input: unknown): string[] {
  const { questions } = Object(input) as { readonly questions?: unknown };
  if (!Array.isArray(questions)) return [];
  return questions.flatMap((each) => {
    const { question } = Object(each) as { readonly question?: unknown };
    return typeof question === "string" ? question : [];
  });
}
