import {
  type ClientCapabilities,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  type ProtocolError,
} from "@modelcontextprotocol/server";
import { type Channel, type InputAnswers, missingCapability } from "../input/_channel.ts";
import type { TaskRecord } from "./task-store.ts";

/** A channel that asks through the record of a task. */
export interface TaskChannel extends Channel {
  /** Called with the record when it may have changed. */
  sync(record: TaskRecord): void;
  /** Why the call cannot go on, if it asked for what the client has not declared. */
  refusal(): ProtocolError | undefined;
}

interface Waiting {
  readonly keys: readonly string[];
  readonly resolve: (record: TaskRecord) => void;
}

/**
 * What the call asks stands in the record until the client has answered it. Each question has a key of its own: a second one
 * under the same key gets a number. A call that is made again asks under the same keys, and finds the answers there.
 */
export function taskChannel(
  capabilities: ClientCapabilities | undefined,
  outer: AbortSignal,
  change: (edit: (record: TaskRecord) => TaskRecord) => Promise<TaskRecord | undefined>,
): TaskChannel {
  const refusing = new AbortController();
  const signal = AbortSignal.any([outer, refusing.signal]);
  let refusal: ProtocolError | undefined;
  const counts = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const ownKey = (key: string) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? key : `${key}#${count}`;
  };
  const sync = (record: TaskRecord) => {
    for (const each of waiting) {
      if (!each.keys.every((key) => key in record.answers)) continue;
      waiting.delete(each);
      each.resolve(record);
    }
  };
  return {
    capabilities,
    signal,
    sync,
    refusal: () => refusal,
    async request(requests, callSignal): Promise<InputAnswers> {
      const missing = Object.values(requests).flatMap(({ method }) => missingCapability(method, capabilities) ?? []);
      if (missing.length > 0) {
        refusal ??= new MissingRequiredClientCapabilityError({
          requiredCapabilities: Object.fromEntries(missing.map((name) => [name, {}])),
        });
        refusing.abort(refusal);
        throw refusal;
      }
      const keys = Object.fromEntries(Object.keys(requests).map((key) => [key, ownKey(key)]));
      const answered = Promise.withResolvers<TaskRecord>();
      const entry = { keys: Object.values(keys), resolve: answered.resolve };
      const stop = () => answered.reject(callSignal.reason);
      callSignal.addEventListener("abort", stop, { once: true });
      waiting.add(entry);
      try {
        const asked = await change((record) => withRequests(record, requests, keys));
        if (asked) sync(asked);
        const { answers } = await answered.promise;
        return Object.fromEntries(Object.entries(keys).map(([key, own]) => [key, answers[own]]));
      } finally {
        waiting.delete(entry);
        callSignal.removeEventListener("abort", stop);
      }
    },
    question: () => undefined,
  };
}

function withRequests(record: TaskRecord, requests: InputRequests, keys: Readonly<Record<string, string>>): TaskRecord {
  const missing = Object.entries(requests).flatMap(([key, request]) => {
    const own = keys[key] ?? key;
    return own in record.answers ? [] : [[own, request]];
  });
  if (missing.length === 0 || !isOpen(record)) return record;
  const inputRequests = { ...record.inputRequests, ...Object.fromEntries(missing) } as InputRequests;
  return { ...record, status: "input_required", inputRequests };
}

/** True for a task that has not ended. */
export const isOpen = ({ status }: Pick<TaskRecord, "status">): boolean =>
  status === "working" || status === "input_required";
