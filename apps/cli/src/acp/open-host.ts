import { join } from "node:path";
import type { AcpHost, HostSession, SessionRequest } from "@holdall/acp";
import { aiAgentRunner } from "@holdall/ai-sdk";
import { chatRules, createAgentLog, keptMessages, projectNotes } from "@holdall/chat";
import type { Session } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { ModelMessage } from "ai";
import { question } from "../approval/question.ts";
import { findPrices } from "../chat/model/find-prices.ts";
import { liveModel } from "../chat/model/live-model.ts";
import { countOf, deferOf, loadModels, tokensOf } from "../chat/model/load-model.ts";
import { chatFolder } from "../chat/state/chat-folder.ts";
import { checkpointsOf } from "../chat/state/checkpoints-of.ts";
import { userFolder } from "../config/ownership/user-folder.ts";
import { findSettings } from "../config/read/settings.ts";
import type { SetupValues } from "../config/read/setup-options.ts";
import { deferTools } from "../config/tools/defer-tools.ts";
import type { Io } from "../io.ts";
import { setUp } from "../setup/set-up.ts";
import { version } from "../version.ts";
import { sessionCommands } from "./session-commands.ts";
import { isPlanning, keepMode, listSessions, openSessionChat } from "./stored-sessions.ts";

/** What was given on the command line. */
export interface AcpValues extends SetupValues {
  readonly model?: string;
  readonly "model-packages"?: string;
  readonly "base-url"?: string;
  readonly "small-model"?: string;
  readonly defer?: string;
  readonly "max-steps"?: string;
  readonly "context-tokens"?: string;
  readonly retries?: string;
  readonly "no-checkpoints"?: boolean;
  readonly "no-project-notes"?: boolean;
}

/** Milliseconds between two looks at the output of a command that runs. */
const progressEvery = 1_000;

/** What `holdall acp` serves: every session with the tools, the policy and the conversations of its folder. */
export const openHost = (values: AcpValues, io: Io): AcpHost => ({
  info: { name: "holdall", title: "Holdall", version },
  open: (request) => openSession({ ...values, root: [request.cwd, ...request.moreRoots] }, io, request),
  list: (cwd) => listSessions(cwd, io.env),
});

async function openSession(values: AcpValues, io: Io, request: SessionRequest): Promise<HostSession> {
  await using opened = createDisposeStack();
  const maxSteps = countOf("--max-steps", values["max-steps"], 50);
  const retries = countOf("--retries", values.retries, 2);
  const { model, webModel } = await loadModels(values, io);
  const settings = await findSettings(values, io);
  const window = values["context-tokens"];
  const live = liveModel({
    model,
    name: values.model ?? model.modelId,
    load: async (name) => (await loadModels({ ...values, model: name }, io)).model,
    window: window === undefined ? undefined : tokensOf("--context-tokens", window, 0),
    price: undefined,
    prices: findPrices(settings, io.env),
  });
  const rules = chatRules(join(userFolder(io.env), "grants"));
  const agents = createAgentLog();
  const folder = chatFolder(settings.root, io.env);
  const chat = await openSessionChat(folder, settings.root, request.which);
  let messages: () => readonly ModelMessage[] = () => chat.messages;
  let hearSession: (session: Session) => void = () => {};
  const kept = keptMessages(folder, () => messages());
  const setup = opened.use(
    await setUp(values, io, {
      history: values["no-checkpoints"] ? false : { folder: join(folder, "checkpoints") },
      live: rules.live,
      showsCalls: true,
      webModel,
      interacts: true,
      orchestrates: "on use",
      defer: deferOf(values.defer),
      kept,
      layer: request.layer,
      moreServers: request.servers,
      progressEvery,
      agents: {
        runner: (asked) => aiAgentRunner({ model: live.model, maxRetries: retries })(asked),
        onEvent: agents.follow,
        onSession: (session) => hearSession(session),
      },
    }),
  );
  if (isPlanning(folder, chat.id)) rules.mode = "plan";
  const { preset } = setup;
  const { instruct, expose } = deferTools(preset);
  const checkpoints = checkpointsOf(folder, setup, { isOff: values["no-checkpoints"], env: io.env });
  const noCheckpoints = typeof checkpoints === "string" ? checkpoints : "No checkpoints are kept.";
  const all = opened.move();
  return {
    options: {
      tools: { ...preset, instruct, expose },
      chat,
      checkpoints: typeof checkpoints === "string" ? undefined : checkpoints,
      offload: kept?.offload,
      notes: values["no-project-notes"] ? undefined : projectNotes(preset),
      maxSteps,
      retries,
    },
    model: live,
    rules,
    commands: sessionCommands({ preset, rules, live, agents, noCheckpoints }),
    // The diff is in the call that the question is about.
    describe: (asked) => question(asked, { showsChange: false }),
    onMode: (mode) => keepMode(folder, chat.id, mode),
    onChat(opened) {
      hearSession = (session) => opened.checkpoints?.attach(session);
      messages = () => opened.current.messages;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
