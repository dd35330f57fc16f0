/** What interrupts graphs; only asking by interrupt needs it. */
export const loadLanggraph = () => import("@langchain/langgraph");
