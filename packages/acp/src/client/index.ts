export { type AcpAgentOptions, acpAgent } from "./acp-agent.ts";
