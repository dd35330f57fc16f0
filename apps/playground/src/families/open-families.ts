import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import type { DurableEngine } from "@holdall/durable/port";
import { allow, type Backend, firstOf, type Policy, type Session, type Tool } from "@holdall/tool-core";
import { completeText, type TextModel } from "@holdall/tool-kit/text";
import { financeTools } from "@holdall/tools-finance";
import { askMessages, messageTools, noteUserText } from "@holdall/tools-messages";
import { askWorkflows, defineWorkflowRuns, workflowExecute } from "@holdall/tools-orchestration";
import { researchTools } from "@holdall/tools-research";
import { loadSkill, openSkills, skillFolder, skillPolicy } from "@holdall/tools-skills";
import { webFetch, webSearch } from "@holdall/tools-web";
import { listSent, pageChannel, pageServer, type SentMessage, sender } from "./outbox.ts";
import { sampleModel } from "./sample-model.ts";
import { sampleCoins, sampleRates, sampleStocks } from "./sample-prices.ts";
import { defineSampleRun, startSampleRun } from "./sample-run.ts";
import { sampleSkills } from "./sample-skill.ts";
import { sampleClient, sampleSearch } from "./sample-web.ts";
import { writeMail } from "./write-mail.ts";

/** The families that work on samples or stay in the page: none of them uses the network. */
export interface Families {
  readonly tools: readonly Tool[];
  /** Asks whatever else is allowed. */
  readonly asks: Policy;
  /** Allows what only reads the samples. */
  readonly allows: Policy;
  /** Asks with all the steps of a workflow, where the mode does not allow it already. */
  readonly explains: Policy;
  /** Addresses that the person has written are not strange to mails. */
  readonly noteUser: (session: Session, text: string) => void;
  /** Who writes and judges in research; a script where it is not given. */
  readonly setModel: (model?: TextModel) => void;
  readonly listSent: () => Promise<readonly SentMessage[]>;
  /** Runs of this page; they end with it. */
  readonly engine: DurableEngine;
  readonly startSampleRun: () => Promise<unknown>;
  /** Begin to carry out runs, in the session that they call their tools in. */
  readonly work: (session: () => Session) => Promise<void>;
  readonly close: () => Promise<void>;
}

const samples = [
  ...["web_search", "web_fetch", "research_topic", "fact_check"],
  ...["stock_quote", "crypto_price", "exchange_rate"],
];

/** Open these families on a workspace, with what they keep in `state`. */
export async function openFamilies({
  backend,
  state,
}: {
  readonly backend: Backend;
  readonly state: Backend;
}): Promise<Families> {
  const skills = await openSkills({
    sources: [
      skillFolder({ backend: memoryBackend({ files: sampleSkills }), root: "/skills", scope: "builtin" }),
      skillFolder({ backend, root: "/.agents/skills", scope: "project" }),
    ],
  });
  let model: TextModel = sampleModel;
  const engine = memoryEngine();
  defineWorkflowRuns({ engine });
  return {
    tools: [
      webSearch({ providers: [sampleSearch], client: sampleClient }),
      webFetch({ client: sampleClient }),
      ...researchTools({
        model: (prompt) => completeText(model, prompt),
        modelName: "this page's model",
        reports: true,
      }),
      ...financeTools({
        client: { request: () => Promise.reject(new Error("The samples need no network.")) },
        ...{ stocks: [sampleStocks], coins: [sampleCoins], rates: [sampleRates] },
      }),
      ...messageTools({
        backend,
        outbox: { backend: state },
        channels: [pageChannel(state)],
        email: { sender, senderName: "Playground", server: pageServer, write: writeMail },
      }),
      loadSkill({ skills }),
      workflowExecute({ engine }),
    ] as readonly Tool[],
    asks: askMessages,
    allows: firstOf(allow({ tools: samples, actions: ["network", "none"] }), skillPolicy(skills)),
    explains: askWorkflows,
    noteUser: noteUserText,
    setModel(next = sampleModel) {
      model = next;
    },
    listSent: () => listSent(state),
    engine,
    startSampleRun: () => startSampleRun(engine),
    async work(session) {
      defineSampleRun(engine, session);
      await engine.work({ drain: 0 });
    },
    close: async () => engine[Symbol.asyncDispose](),
  };
}
