import type { CallView } from "@holdall/call-view";
import type { PlanRequest, QuestionRequest } from "@holdall/tools-interact/port";

const place = { sessionId: "s", callId: "c", path: [] };
export const questions: QuestionRequest = {
  ...place,
  questions: [
    {
      question: "Which one?",
      header: "Color",
      options: [{ label: "red" }, { label: "blue", description: "like the sky" }],
    },
    { question: "Which parts?", options: [{ label: "roof" }, { label: "door" }], multiSelect: true },
  ],
};
export const plan: PlanRequest = {
  ...place,
  planId: "abc",
  plan: "# Paint\n\n1. The **roof**\n\n```sh\nnpm test\n```",
  grants: [{ tool: "bash", scope: "npm test", targets: ["npm test"] }],
};
export const restore = {
  checkpoint: "c1",
  isEmpty: false,
  restore: [{ path: "/a", shown: "/a", note: "changed back" }],
  delete: [],
  conflicts: [{ path: "/b", shown: "/b", note: "was changed by others since" }],
  notKept: [],
  cannotUndo: ["bash: program npm i"],
};
export const checkpoints = [
  { id: "c1", at: 0, label: "Start", outcome: "", hasConversation: false, notKept: [] },
  { id: "c2", at: 1_000, label: "Paint", outcome: "2 changes", hasConversation: false, notKept: [] },
];
export const agent: CallView = {
  id: "1",
  tool: "task",
  title: "Agent",
  category: "agents",
  state: "success",
  subject: "explore: look",
  outcome: "budget, partial",
  blocks: [
    {
      kind: "agent",
      agent: "explore",
      end: "budget",
      isPartial: true,
      reason: "All 3 turns are used.",
      budget: [
        { kind: "turns", used: 3, granted: 3 },
        { kind: "tokens", used: 1_240 },
      ],
      files: ["/a.ts"],
      denied: ["delete /b"],
      calls: [["read_file", 1]],
    },
  ],
};
export const child: CallView = {
  ...agent,
  id: "2",
  parentId: "1",
  tool: "read_file",
  title: "Read file",
  category: "filesystem",
  blocks: [],
};
