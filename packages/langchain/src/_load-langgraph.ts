import { ToolError } from "@holdall/tool-core";

/** What interrupts graphs. Throws `unavailable` where it is not installed. */
export async function loadLanggraph() {
  try {
    return await import("@langchain/langgraph");
  } catch (cause) {
    throw new ToolError(
      "unavailable",
      "Asking by interrupt needs the package @langchain/langgraph, which is not installed.",
      {
        hint: "Run: npm install @langchain/langgraph",
        cause,
      },
    );
  }
}
