import { foreignContent } from "../policy/foreign-content.ts";
import type { ToolResult } from "../result.ts";
import type { SessionRuntime } from "../session/runtime.ts";
import type { StateKey } from "../session/state.ts";
import { type TextsRead, textsRead } from "../texts/texts-read.ts";

/**
 * The state as a tool sees it: a source that it adds to the untrusted ones is the source of the result of its call, unless the tool
 * itself notes what others wrote in it.
 */
export function stateOf<T>(runtime: SessionRuntime, callId: string, key: StateKey<T>): T {
  const { readers } = runtime;
  const value = middlewareStateOf(runtime, callId, key);
  if (key === (textsRead as StateKey<unknown>)) {
    const texts = value as TextsRead;
    const noteOthers: TextsRead["noteOthers"] = (...noted) => {
      readers.set(callId, null);
      texts.noteOthers(...noted);
    };
    return Object.create(texts, { noteOthers: { value: noteOthers } });
  }
  if (key !== (foreignContent as StateKey<unknown>)) return value;
  const sources = value as Set<string>;
  const own = new Set(sources);
  const add = own.add.bind(own);
  own.add = (source) => {
    sources.add(source);
    if (readers.get(callId) !== null) readers.set(callId, readers.get(callId) ?? source);
    return add(source);
  };
  return own as T;
}

/** The state as middleware of a call sees it: who has made the call receives the texts that are noted for it. */
export function middlewareStateOf<T>({ state, noting }: SessionRuntime, callId: string, key: StateKey<T>): T {
  const value = state.get(key);
  const note = noting.get(callId);
  if (!note || key !== (textsRead as StateKey<unknown>)) return value;
  const texts = value as TextsRead;
  const noteOthers: TextsRead["noteOthers"] = (output, source, input) => {
    note({ kind: "others", source });
    texts.noteOthers(output, source, input);
  };
  const notePrivate: TextsRead["notePrivate"] = (output, source) => {
    note({ kind: "private", source });
    texts.notePrivate(output, source);
  };
  return Object.create(texts, { noteOthers: { value: noteOthers }, notePrivate: { value: notePrivate } });
}

/** Keep what a call has brought into the session, if others wrote it. */
export function noteTexts(
  { state, readers, noting }: SessionRuntime,
  call: { readonly id: string; readonly tool: string; readonly input: unknown },
  result: ToolResult,
): void {
  const origin = readers.get(call.id);
  if (!readers.delete(call.id) || origin === null) return;
  const source = { tool: call.tool, origin };
  noting.get(call.id)?.({ kind: "others", source });
  const texts = state.get(textsRead);
  try {
    texts.noteOthers(result.ok ? result.output : result.error.message, source, call.input);
  } catch {
    // An output or input without JSON: what the model reads of it has one.
    texts.noteOthers(result.content, source);
  }
}
