import type { ModelMessage } from "ai";
import { expect, it } from "vitest";
import { isApproved } from "./approval.ts";

const asked: ModelMessage = {
  role: "assistant",
  content: [
    { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1" },
    { type: "tool-approval-request", approvalId: "a2", toolCallId: "c2" },
  ],
};
const answered = (approvalId: string, approved: boolean): ModelMessage => ({
  role: "tool",
  content: [{ type: "tool-approval-response", approvalId, approved }],
});

it("takes an approval for the one call it was given to, in the last message only", () => {
  expect(isApproved([asked, answered("a1", true)], "c1")).toBe(true);
  expect(isApproved([asked, answered("a1", true)], "c2")).toBe(false);
  expect(isApproved([asked, answered("a1", false)], "c1")).toBe(false);
  expect(isApproved([asked, answered("a1", true), { role: "user", content: "go on" }], "c1")).toBe(false);
  expect(isApproved([answered("a1", true)], "c1")).toBe(false);
  expect(isApproved([], "c1")).toBe(false);
});
