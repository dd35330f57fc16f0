export { type LimitOutputOptions, limitOutput } from "./limit-output.ts";
export { type LimitRepeatsOptions, limitRepeats, type RepeatLimit } from "./limit-repeats.ts";
export { type Metrics, metrics, type ToolMetrics } from "./metrics.ts";
export { type RecordedCall, type Replay, type ReplayCallsOptions, replayCalls } from "./replay-calls.ts";
export { environmentSecrets, unhiddenSecrets } from "./scrubber/environment-secrets.ts";
export { createScrubber, type Scrubber, type ScrubberOptions } from "./scrubber/scrubber.ts";
export { guardSecrets } from "./secret-store/guard-secrets.ts";
export { type TimeLimitOptions, timeLimit } from "./time-limit.ts";
export { type Tracer, traceCalls, traceSteps } from "./trace-calls.ts";
