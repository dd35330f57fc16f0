import type { InputRequest, PromptMessage } from "@modelcontextprotocol/server";
import type { PromptSource } from "../prompts/prompt-source.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const said = (text: string): PromptMessage => ({ role: "user", content: { type: "text", text } });

const question: InputRequest = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "What context should the prompt use?",
    requestedSchema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] },
  },
};

const argument = (name: string) => ({ name, description: `The argument ${name}`, required: true });

/** The prompts that the conformance suites ask for by name. */
export const conformancePrompts: PromptSource = {
  list: () => [
    { name: "test_simple_prompt", description: "A prompt" },
    {
      name: "test_prompt_with_arguments",
      description: "A prompt with arguments",
      arguments: [argument("arg1"), argument("arg2")],
    },
    {
      name: "test_prompt_with_embedded_resource",
      description: "A prompt with a resource",
      arguments: [argument("resourceUri")],
    },
    { name: "test_prompt_with_image", description: "A prompt with an image" },
    { name: "test_input_required_result_prompt", description: "A prompt that asks first" },
  ],
  async get(_session, { name, arguments: given, request }) {
    const { arg1, arg2, resourceUri = "" } = given;
    switch (name) {
      case "test_simple_prompt":
        return { messages: [said("This is a simple prompt for testing.")] };
      case "test_prompt_with_arguments":
        return { messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] };
      case "test_prompt_with_embedded_resource": {
        const resource = { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." };
        return { messages: [{ role: "user", content: { type: "resource", resource } }, said("Please process it.")] };
      }
      case "test_prompt_with_image":
        return {
          messages: [
            { role: "user", content: { type: "image", data: png, mimeType: "image/png" } },
            said("Please analyze the image above."),
          ],
        };
      case "test_input_required_result_prompt":
        return { messages: [said(JSON.stringify(await request({ user_context: question })))] };
      default:
        return undefined;
    }
  },
  complete: (_session, { name, argument: asked, value }) =>
    name === "test_prompt_with_arguments" && asked === "arg1"
      ? ["paris", "park", "party", "test"].filter((each) => each.startsWith(value))
      : [],
};
