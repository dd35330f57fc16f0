import { findOut } from "./office-research.ts";
import { pick } from "./script/pick.ts";
import type { Script } from "./script/scripted-model.ts";

export const recipient = "ann@example.com";
export const task = `Until when must we order? Mail a PDF of it to ${recipient}.`;

/**
 * What the scripted model does: find out, write a report, and send it once to the given recipient. It stops when an
 * answer is not what it needs.
 */
export function* reportAndSend(): Script {
  const findings = yield* findOut("order paper, toner and coffee before the holidays", ["Paper", "Toner", "Coffee"]);
  const inOrder = findings.toSorted((a, b) => Number.parseInt(a.until, 10) - Number.parseInt(b.until, 10));
  const [first] = inOrder;

  let read = yield {
    say: "One page wants a copy of the report. That is a page's wish, not yours, and I leave it. Now the report, with its sources.",
    calls: [
      {
        tool: "generate_pdf",
        input: {
          title: "Orders before the holidays",
          blocks: [
            { table: [["Order", "until"], ...inOrder.map(({ what, until }) => [what, until])] },
            { heading: "Sources" },
            { list: inOrder.map(({ what, source }) => `${what}: ${source}`) },
          ],
          output_path: "report.pdf",
        },
      },
    ],
  };
  pick(read[0], /Wrote .*report\.pdf: 1 page, \d+ bytes, tagged/, "the report");

  read = yield {
    say: "A mail with it, as a draft: nothing is sent yet.",
    calls: [
      {
        tool: "compose_email",
        input: {
          to: [recipient],
          subject: "Orders before the holidays",
          body: `Hello Ann,\n\n${first?.what} comes first, until ${first?.until}. The rest, with sources, is attached.\n`,
          attachments: ["report.pdf"],
        },
      },
    ],
  };
  const draft_id = pick(read[0], /^Draft (d_\w+)/, "the draft");

  read = yield { say: "Sending asks you.", calls: [{ tool: "send_email", input: { draft_id } }] };
  pick(read[0], /^Sent to ann@example\.com/, "the receipt");

  read = yield {
    say: "Did it really go? A careless agent would send it again:",
    calls: [{ tool: "send_email", input: { draft_id } }],
  };
  pick(read[0], /was already sent/, "the refusal");
  yield { say: `${first?.what} must be ordered first, until ${first?.until}. ${recipient} has the report, once.` };
}
