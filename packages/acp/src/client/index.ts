export { acpAgent } from "./acp-agent.ts";
export type { AcpAgentOptions } from "./options.ts";
