import { toAiTools } from "@holdall/ai-sdk";
import { minimal, type PresetOptions } from "@holdall/presets";
import { openSession } from "@holdall/tool-core";
import { generateText, type LanguageModel, stepCountIs } from "ai";

/** Let a model do a task, and say what it has changed. The compiler knows each tool's name, input and output. */
export async function reportChanges(model: LanguageModel, prompt: string, options: PresetOptions<"snake">) {
  const preset = minimal(options);
  const session = openSession(preset.registry, preset);
  try {
    const notes = await session.call("read_file", { path: "AGENTS.md", limit: 50 });
    const instructions = `${preset.instructions}\n${notes.ok ? notes.output.content : ""}`;

    const tools = toAiTools(session);
    const { steps } = await generateText({ model, prompt, tools, system: instructions, stopWhen: stepCountIs(20) });
    const changed = steps.flatMap(({ toolResults }) =>
      toolResults.flatMap((result) => {
        if (result.dynamic || result.toolName !== "edit_file" || !("diff" in result.output)) return [];
        return `${result.input.path}\n${result.output.diff}`;
      }),
    );
    return changed.join("\n");
  } finally {
    await session.close();
  }
}
