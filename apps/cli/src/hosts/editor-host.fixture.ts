import { readFileSync, writeFileSync } from "node:fs";
import { openAcp } from "../acp/acp-client.fixture.ts";
import { optionsOf, scriptOf } from "./command-hosts.fixture.ts";
import { answerer, type Host, outcomeOf } from "./host.fixture.ts";

/** An editor that offers its files and writes whatever it is asked to. */
export const editorHost: Host = {
  ...{
    name: "holdall acp",
    isCommand: true,
    answersEach: true,
    showsQuestions: true,
    asksAhead: false,
    hasModel: true,
    isOneSession: true,
  },
  async run(calls, setting) {
    const { project } = setting;
    const answer = answerer(setting.answers);
    await using client = await openAcp({
      folder: project.base,
      env: project.env,
      answers: scriptOf(calls, setting.agentCalls),
      args: optionsOf(setting).slice(2), // the root is the session's
      capabilities: { fs: { readTextFile: true, writeTextFile: true } },
      files: { read: (path) => readFileSync(path, "utf8"), write: (path, text) => writeFileSync(path, text) },
      permit(asked) {
        setting.heard?.(JSON.stringify(asked));
        return answer() ? "once" : "reject";
      },
    });
    const { sessionId } = await client.newSession(project.root);
    await client.prompt(sessionId, "go");
    const messages = client.server.asked.at(-1)?.messages ?? [];
    return messages.flatMap(({ role, content }) => (role === "tool" ? outcomeOf(String(content)) : []));
  },
};
