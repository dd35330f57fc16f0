import type { SandboxLaunch, SandboxReport } from "@holdall/sandbox/port";
import type { Session, ToolContext, ToolError } from "@holdall/tool-core";
import type { AgentTokens } from "./agent-runner.ts";

/** A program of an agent: what the user is asked about before it starts. */
export interface AgentProgram {
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Hosts that it may reach from the sandbox: names or `*.name`, each with an optional `:port`. None by default. */
  readonly domains?: readonly string[] | undefined;
  /** False to start it without a sandbox even if one works. */
  readonly sandbox?: boolean | undefined;
}

/** How a program would run. */
export interface AgentConfinement {
  /** It can write only where the session may, and reaches only `domains`. */
  readonly isConfined: boolean;
  /** The sandbox cannot limit a network to `domains`: with any, every host can be reached. */
  readonly opensNetwork: boolean;
  /** Commands of the session run in a sandbox, and this program does not. */
  readonly leavesSandbox: boolean;
}

export interface AgentProgramRequest {
  readonly program: AgentProgram;
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  /** It may write nothing in the workspace. */
  readonly readsOnly: boolean;
}

/** Protected files that a sandbox has found after a program ended. */
export type ProtectedFiles = Pick<SandboxReport, "tampered" | "made">;
/** The call for which a program ran. */
export type ProtectedAt = Pick<ToolContext, "sessionId" | "state" | "decide" | "require">;

/** Where programs of agents run. */
export interface AgentPrograms {
  /** Open the sandbox for a session, and say how a program would run now. */
  confine(program: AgentProgram, at: Pick<ToolContext, "state">): Promise<AgentConfinement>;
  /** Whether plan mode, or a preset that changes nothing, lets agents only read now. */
  readsOnly(at: Pick<ToolContext, "state">): boolean;
  /** The command to start in the sandbox. Undefined if the program runs without one. */
  launch(request: AgentProgramRequest): Promise<SandboxLaunch | undefined>;
  /**
   * Check the protected files that were created or changed while a program ran, from `since` on by `performance.now()`, and
   * revert those that are not permitted. Returns notes for the parent.
   */
  readonly settle?: ((found: ProtectedFiles, since: number, at: ProtectedAt) => Promise<readonly string[]>) | undefined;
}

/** A part of an agent's work that its driver knows. It counts as one turn. */
export interface AgentStep {
  /** What it does, in words for the user. */
  readonly calls: readonly string[];
}

/** What an agent has used since the last time. */
export interface AgentUsage {
  readonly tokens?: AgentTokens | undefined;
  readonly cost?: number | undefined;
}

/** One run of an agent that has a model and a loop of its own. */
export interface AgentDriverRun {
  readonly agent: string;
  /** The session of the agent: whatever it asks for is judged as its calls, under the rules of its parent. */
  readonly session: Session;
  readonly instructions: string;
  readonly prompt: string;
  /** What it was asked before and has reported, oldest first. */
  readonly earlier: readonly { readonly prompt: string; readonly report: string }[];
  /** `memory` of the run before, in this process. */
  readonly memory: unknown;
  /** 1 below the main session. */
  readonly depth: number;
  readonly readsOnly: boolean;
  /** Its own commands reach further than those of the session. */
  readonly leavesSandbox: boolean;
  /** Aborts when it is cancelled, or when a limit is reached. What it has said until then is still its report. */
  readonly signal: AbortSignal;
  readonly launch: (request: Pick<AgentProgramRequest, "cwd" | "env">) => Promise<SandboxLaunch | undefined>;
  /** A sign of life, such as a part of an answer. */
  sign(): void;
  step(step: AgentStep): void;
  use(usage: AgentUsage): void;
  /** Files that it says it has changed by itself. */
  changed(paths: readonly string[]): void;
  /** What it asked for and did not get, as `action target`. */
  denied(what: readonly string[]): void;
}

export interface AgentDriverEnd {
  readonly report: string;
  /** Why it did not come to its end. */
  readonly failure?: ToolError | undefined;
  /** `refused`: its model refused to answer. `limit`: a limit of its own stopped it. */
  readonly end?: "refused" | "limit" | undefined;
  readonly memory?: unknown;
  /** What its sandbox reports after its program has ended. */
  readonly sandbox?: SandboxReport | undefined;
}

/** An agent that is a program with a model and a loop of its own, such as one that speaks the Agent Client Protocol. */
export interface AgentDriver {
  readonly program: AgentProgram;
  /** Run it once. Resolves after everything that it started has ended. */
  drive(run: AgentDriverRun): Promise<AgentDriverEnd>;
}
