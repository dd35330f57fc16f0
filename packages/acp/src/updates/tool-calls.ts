import { isDeepStrictEqual } from "node:util";
import type { SessionUpdate, ToolCallStatus, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { type CallView, canonicalName, followCalls } from "@holdall/call-view";
import { type Path, type ToolEvent, toPath } from "@holdall/tool-core";
import { type CallPlace, contentOf } from "./call-content.ts";
import { cappedJson } from "./capped.ts";
import { kindOf } from "./kinds.ts";
import { locationsOf } from "./locations.ts";
import { planOf } from "./plan.ts";
import type { Sender } from "./sender.ts";

/** Shows the calls of a session: each is announced once, then updated. */
export interface ToolCalls {
  follow(event: ToolEvent): void;
  /** A call as a request for permission names it, with its content. An inner call asks by the id of the one that made it. */
  describe(callId: string, asking?: { readonly tool: string; readonly input: unknown }): ToolCallUpdate;
}

interface ReportedCall {
  /** The id that the client knows the call by. */
  readonly id: string;
  view: CallView;
  place: CallPlace;
}

/** A call of another tool by its name: only that one is shown. */
const wrapper = canonicalName("tool_call");

/** Calls that are remembered at most. */
const maxCalls = 1_000;

export function createToolCalls(sender: Sender, cwd: Path): ToolCalls {
  const log = followCalls({ most: maxCalls });
  /** By the id of the call; of an id that came again, the newest call. */
  const calls = new Map<string, ReportedCall>();
  /** Progress that waits until the client has got what was sent before. */
  const waiting = new Map<string, ReportedCall>();
  /** Calls that have made others. */
  const parents = new Set<string>();
  const pathOf = (path: string): string => {
    try {
      return toPath(path, cwd);
    } catch {
      return path;
    }
  };

  function shownBy(event: ToolEvent, view: CallView): { readonly shown: ReportedCall; readonly isNew: boolean } {
    const known = calls.get(event.callId);
    const isNew = known?.id !== view.id;
    const shown: ReportedCall = isNew ? { id: view.id, view, place: { pathOf, input: undefined } } : known;
    shown.view = view;
    shown.place = { ...shown.place, ...placeOf(event) };
    calls.set(event.callId, shown);
    if (calls.size > maxCalls) for (const oldest of calls.keys()) if (calls.delete(oldest)) break;
    return { shown, isNew };
  }

  function sendProgress(shown: ReportedCall): void {
    if (sender.isIdle) {
      sender.send(updateOf(shown));
      return;
    }
    if (waiting.size === 0)
      void sender.flushed().then(() => {
        const all = [...waiting.values()];
        waiting.clear();
        for (const each of all) sender.send(updateOf(each));
      });
    waiting.set(shown.id, shown);
  }

  const updateOf = ({ id, view, place }: ReportedCall): SessionUpdate => ({
    sessionUpdate: "tool_call_update",
    toolCallId: id,
    status: statusOf(view),
    content: contentOf(view, place),
  });

  return {
    follow(event) {
      const view = log.follow(event);
      if (view.parentId !== undefined) parents.add(view.parentId);
      if (canonicalName(view.tool) === wrapper && !(view.error && !parents.has(view.id))) return;
      const { shown, isNew } = shownBy(event, view);
      const { id, place } = shown;
      if (isNew) {
        sender.send({
          sessionUpdate: "tool_call",
          ...factsOf(shown, cwd),
          status: statusOf(view),
          rawInput: cappedJson(place.input),
        });
        if (event.type === "call-start") return;
      }
      if (event.type === "call-progress") return sendProgress(shown);
      waiting.delete(id);
      sender.send({
        ...updateOf(shown),
        title: titleOf(view, cwd),
        locations: locationsOf(view, place),
      } as SessionUpdate);
      const plan = event.type === "call-end" && planOf(view);
      if (plan) sender.send(plan);
    },
    describe(callId, asking) {
      const isMeant = ({ view, place }: ReportedCall) =>
        view.state === "asking" && view.tool === asking?.tool && isDeepStrictEqual(place.input, asking.input);
      const shown = [...calls.values()].findLast(isMeant) ?? calls.get(callId);
      if (!shown) return { toolCallId: callId };
      return { ...factsOf(shown, cwd), status: "pending", rawInput: cappedJson(shown.place.input) };
    },
  };
}

/** What does not change while a call runs. */
export const factsOf = ({ id, view, place }: ReportedCall, cwd: string) => ({
  toolCallId: id,
  title: titleOf(view, cwd),
  kind: kindOf(view.tool, view.category),
  content: contentOf(view, place),
  locations: locationsOf(view, place),
});

function placeOf(event: ToolEvent): Partial<CallPlace> {
  if (event.type === "call-start") return { input: event.input };
  if (event.type === "call-end")
    return { output: event.result.ok ? event.result.output : undefined, printed: undefined };
  if (event.type === "permission-request") return { output: event.preview };
  const { output } = Object(event.progress.data) as { readonly output?: unknown };
  return { output: undefined, ...(typeof output === "string" && { printed: output }) };
}

function titleOf({ title, subject, outcome }: CallView, cwd: string): string {
  const folder = cwd === "/" ? cwd : `${cwd}/`;
  const about = subject.replaceAll(folder, "");
  const whole = [about === "" ? title : `${title}: ${about}`, ...(outcome === "" ? [] : [`(${outcome})`])].join(" ");
  return whole.length > 300 ? `${whole.slice(0, 299).toWellFormed()}…` : whole;
}

const statuses: Readonly<Record<CallView["state"], ToolCallStatus>> = {
  preparing: "pending",
  waiting: "pending",
  asking: "pending",
  running: "in_progress",
  success: "completed",
  error: "failed",
  denied: "failed",
  cancelled: "failed",
};

const statusOf = ({ state }: CallView): ToolCallStatus => statuses[state];
