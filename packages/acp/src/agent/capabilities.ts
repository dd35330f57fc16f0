import { type InitializeResponse, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import type { AcpHost } from "../host.ts";

/** What this agent does. Nothing is named here without a handler and a test. */
export const initializeResponse = ({ info }: Pick<AcpHost, "info">): InitializeResponse => ({
  protocolVersion: PROTOCOL_VERSION,
  agentInfo: info,
  authMethods: [],
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, audio: false, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true },
    sessionCapabilities: { list: {}, resume: {}, close: {}, additionalDirectories: {} },
  },
});
