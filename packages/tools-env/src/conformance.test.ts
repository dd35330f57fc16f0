import { describeTools } from "@holdall/conformance";
import { envTools } from "./env-tools.ts";

describeTools("env tools", () => ({
  tools: envTools(),
  samples: { current_time: { timezone: "Europe/Berlin" }, env_info: {} },
}));
