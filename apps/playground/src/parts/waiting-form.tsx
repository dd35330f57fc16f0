import type { CallView } from "@holdall/call-view";
import { type OpenQuestion, PlanForm, QuestionForm } from "@holdall/ui-react";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";

interface WaitingFormProps {
  readonly call: CallView;
  readonly waiting: readonly OpenQuestion[];
  readonly workspaceSession: WorkspaceSession;
}

/** The questions or the plan of a call, where it waits for them. */
export function WaitingForm({ call, waiting, workspaceSession: { questions } }: WaitingFormProps) {
  const open = waiting.find(({ request }) => request.callId === call.id);
  if (!open) return null;
  if (open.kind === "plan")
    return <PlanForm key={open.id} request={open.request} onReply={(reply) => questions.decide(open.id, reply)} />;
  return <QuestionForm key={open.id} request={open.request} onReply={(reply) => questions.answer(open.id, reply)} />;
}
