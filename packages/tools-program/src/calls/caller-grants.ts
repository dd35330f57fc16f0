import type { ApprovalRequest, Approve } from "@holdall/tool-core";
import { canonicalJson } from "./canonical-json.ts";
import type { PausingClock } from "./pausing-clock.ts";

/**
 * What asks for the calls of one program: the time limit is suspended meanwhile, and an approval for the rest of the
 * program is not requested again. It holds for the same tool, the same question and exactly the accesses that were named, their
 * folder and content included: another value that text of others has chosen is another question.
 */
export function createCallerGrants(callerId: string, clock: PausingClock): (caller: Approve) => Approve {
  const granted = new Set<string>();
  const keysOf = ({ tool, access, prompt }: ApprovalRequest) =>
    access.map((each) => canonicalJson([tool, each, prompt]));
  return (caller) => async (request, signal) => {
    const keys = keysOf(request);
    const isGranted = () => keys.length > 0 && keys.every((key) => granted.has(key));
    if (isGranted()) return true;
    clock.pause();
    try {
      const answer = await caller({ ...request, callerId }, signal);
      if (typeof answer === "object" && answer.approved && answer.scope === "caller")
        for (const key of keys) granted.add(key);
      return answer;
    } finally {
      clock.resume();
    }
  };
}
