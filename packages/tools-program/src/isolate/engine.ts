import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from "quickjs-emscripten-core";
import type { IsolateAnswer, IsolateCall, IsolateEnd, IsolateError, IsolateStop } from "./isolate.ts";
import type { ToWorker, Turn } from "./messages.ts";
import { prelude } from "./prelude.ts";
import { asFunction, bodyPrefix, endsInBlock, hintFor, placeOf, unwrapCode } from "./read-code.ts";
import { urlParts, webGlobals } from "./web-globals.ts";
import { wrapAsync } from "./wrap-async.ts";

export type Engine = QuickJSWASMModule;

/** Load the engine: 0.5 MB of WebAssembly. */
export const loadEngine = (): Promise<Engine> =>
  newQuickJSWASMModuleFromVariant(newVariant(sync, { emscriptenModule: quiet }));

// Of Emscripten, where the declarations end: what it says of its own failures.
const quiet: object = { printErr: () => {} };
// Its declarations are those of a CommonJS module, which it is not where this is imported.
const sync = variant as unknown as QuickJSSyncVariant;

/** Of evalCode, which does not name them all: a script in which `await` is at the top, and one that is only parsed. */
const asyncScript = 0x80;
const parseOnly = 0x20;
/** Jobs between looks at the time: the engine swallows an interrupt in a job. */
const jobsAtOnce = 1_000;
/** What arrives where the engine has no memory left for an error that says so; a program may also throw it. */
const thrownNull = JSON.stringify({ name: "Error", message: "null", stack: "" });
/** What calls of one turn may hold together: so many times the most that one argument may, and so many calls. */
const maxPosted = 16;
const maxCallsPosted = 10_000;
/** Of the engine's stack, within the worker's own. */
const stackBytes = 256 * 1024;

/** Bytes that the engine holds of its host. They never become fewer. */
export const memoryOf = (engine: Engine): number => engine.getWasmMemory().buffer.byteLength;

/** A program in the engine. */
export interface Running {
  /** Start, or continue with an answer; undefined while calls are awaited. */
  step(answer?: { readonly index: number; readonly answer: IsolateAnswer }): IsolateEnd | undefined;
  /** What happened since the last time. */
  turn(): Turn;
  /** Throws where the engine is broken and must not be used again. */
  dispose(): void;
}

/** A way to compile a program. */
interface Form {
  readonly source: string;
  readonly isScript: boolean;
  readonly prefix: number;
}

type Start = Extract<ToWorker, { readonly type: "run" }>;

/** Give a program a fresh runtime and compile it. Nothing of it runs before the first step. */
export async function openProgram(engine: Engine, { code, limits, seed, now }: Start): Promise<Running> {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(stackBytes);
  const context = runtime.newContext();
  const before = memoryOf(engine);
  /** The memory has grown to the limit. It never shrinks, so a worker that came with more cannot tell. */
  const isFull = () => memoryOf(engine) > before && memoryOf(engine) >= 0.9 * limits.memoryBytes;
  let calls: IsolateCall[] = [];
  let logs: string[] = [];
  let made = 0;
  let posted = 0;
  let awaited = 0;
  let lostLogs = 0;
  let logged = { lines: 0, bytes: 0 };
  let cpu = 0;
  let deadline = Number.POSITIVE_INFINITY;
  let isSpent = false;
  let hasFailedJob = false;
  let settled: { readonly ok: boolean; readonly text: string } | undefined;
  runtime.setInterruptHandler(() => {
    isSpent ||= performance.now() > deadline;
    return isSpent;
  });

  const post = context.newFunction("post", (tool, input) => {
    const text = context.getString(input);
    if (text.length > limits.textBytes) {
      const size = `${text.length.toLocaleString("en")} characters`;
      throw new RangeError(
        `The input of ${context.getString(tool)} has ${size}, more than ${limits.textBytes.toLocaleString("en")}.`,
      );
    }
    posted += text.length;
    if (posted > maxPosted * limits.textBytes || calls.length >= maxCallsPosted)
      throw new RangeError("The program makes too many calls at once. Await some of them.");
    made++;
    awaited++;
    calls.push({ index: made, tool: context.getString(tool), input: text });
    return context.newNumber(made);
  });
  const log = context.newFunction("log", (line) => {
    const text = context.getString(line);
    if (logged.lines >= limits.logLines || logged.bytes + text.length > limits.logBytes) {
      lostLogs++;
      return;
    }
    logged = { lines: logged.lines + 1, bytes: logged.bytes + text.length };
    logs.push(text);
  });
  const end = context.newFunction("end", (ok, text) => {
    settled ??= { ok: context.dump(ok) === true, text: context.getString(text) };
  });
  const parseUrl = context.newFunction("parseUrl", (...given) => {
    const [url = "", base = "", name = "", value = ""] = given.map((each) => context.getString(each));
    return context.newString(urlParts(url, base, name, value));
  });
  const makeWeb = context.unwrapResult(context.evalCode(webGlobals, "holdall.js"));
  const web = context.unwrapResult(context.callFunction(makeWeb, context.undefined, parseUrl));
  const factory = context.unwrapResult(context.evalCode(prelude, "holdall.js"));
  const pair = context.unwrapResult(
    context.callFunction(
      factory,
      context.undefined,
      post,
      log,
      end,
      context.newNumber(now),
      context.newNumber(seed),
      web,
    ),
  );
  const deliver = context.getProp(pair, 0);
  const start = context.getProp(pair, 1);
  const idle = context.getProp(pair, 2);
  const held: QuickJSHandle[] = [post, log, end, parseUrl, makeWeb, web, factory, pair, deliver, start, idle];
  const form = await compile(context, unwrapCode(code));

  const stopped = (reason: IsolateStop, error?: IsolateError): IsolateEnd => ({
    end: "stopped",
    reason,
    error,
    lostLogs,
  });
  const prefix = "source" in form ? form.prefix : 0;
  const run = (work: () => void): IsolateEnd | undefined => {
    const begin = performance.now();
    deadline = begin + limits.cpuMs - cpu;
    try {
      work();
      drain();
      // What a program left running is over, or waits for calls.
      if (!settled && !isSpent && !hasFailedJob) {
        context.callFunction(idle, context.undefined, awaited > 0 ? context.true : context.false).dispose();
        drain();
      }
    } finally {
      cpu += performance.now() - begin;
    }
    return outcome();
  };
  const drain = () => {
    while (!isSpent && !hasFailedJob && runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(jobsAtOnce);
      // What the program throws rejects a promise. A job itself fails by the interrupt, or if memory is exhausted.
      hasFailedJob = done.error !== undefined;
      done.dispose();
      isSpent ||= performance.now() > deadline;
    }
  };
  const outcome = (): IsolateEnd | undefined => {
    if (settled?.ok) {
      if (settled.text.length > limits.textBytes) return stopped("too_large");
      return { end: "returned", json: settled.text === "" ? undefined : settled.text, lostLogs };
    }
    if (isSpent) return stopped("cpu");
    if (hasFailedJob) return stopped("memory");
    const isSilent = settled ? settled.text === thrownNull : awaited === 0;
    if (isSilent && isFull()) return stopped("memory");
    if (settled) return threw(settled.text, prefix, lostLogs);
    return awaited === 0 ? stopped("deadlock") : undefined;
  };

  return {
    step(given) {
      if (!("source" in form)) return { end: "threw", error: form, lostLogs };
      return run(() => {
        if (given) {
          awaited--;
          const { ok, json, now: time } = given.answer;
          const values = [
            context.newNumber(given.index),
            ok ? context.true : context.false,
            context.newString(json),
            context.newNumber(time),
          ];
          context.callFunction(deliver, context.undefined, ...values).dispose();
          for (const value of values) value.dispose();
          return;
        }
        const evaluated = context.evalCode(tracked(context, form), "program.js", form.isScript ? asyncScript : 0);
        if (evaluated.error) {
          settled ??= { ok: false, text: JSON.stringify(context.dump(evaluated.error)) };
          evaluated.error.dispose();
          return;
        }
        const isScript = form.isScript ? context.true : context.false;
        const drops = form.isScript && endsInBlock(form.source) ? context.true : context.false;
        context.callFunction(start, context.undefined, evaluated.value, isScript, drops).dispose();
        evaluated.value.dispose();
      });
    },
    turn() {
      const turn = { calls, logs, cpu };
      calls = [];
      logs = [];
      posted = 0;
      return turn;
    },
    dispose() {
      for (const handle of held) handle.dispose();
      context.dispose();
      runtime.dispose();
    },
  };
}

/** The source, with its async functions wrapped so that unhandled rejections are reported. Line numbers stay the same. */
function tracked(context: QuickJSContext, { source, isScript }: Form): string {
  if (/^\s*(?:\(async\(\)=>\{\s*)?["'`]/.test(source)) return source;
  const start = source.startsWith(bodyPrefix) ? bodyPrefix : "";
  const code = source.slice(start.length);
  const names = new Set([...code.matchAll(/\basync\s+function\s+([A-Za-z_$][\w$]*)/g)].map(([, name]) => name));
  const wraps = [...names]
    .slice(0, 100)
    .map((name) => `try{void(${name}=$holdallTrack(${name}))}catch{};`)
    .join("");
  const whole = `${start}${wraps}${wrapAsync(code, "$holdallTrack")}`;
  return syntaxError(context, whole, isScript ? asyncScript : 0) ? `${start}${wraps}${code}` : whole;
}

/** The first form of a program that parses, types taken off where it must be; else its syntax error. */
async function compile(context: QuickJSContext, code: string): Promise<Form | IsolateError> {
  const found = tryForms(context, code);
  if ("source" in found) return found;
  let stripped: string;
  try {
    const { transform } = await import("sucrase");
    stripped = transform(code, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: true }).code;
  } catch {
    // Not TypeScript either: the error of the engine is about the code as it was written.
    return found;
  }
  const typed = tryForms(context, stripped);
  return "source" in typed ? typed : found;
}

function tryForms(context: QuickJSContext, code: string): Form | IsolateError {
  const script = syntaxError(context, code, asyncScript);
  if (!script) return { source: code, isScript: true, prefix: 0 };
  const source = asFunction(code);
  const body = syntaxError(context, source, 0);
  if (!body) return { source, isScript: false, prefix: bodyPrefix.length };
  const isBody = script.message.includes("return not in a function");
  const { message, stack } = isBody ? body : script;
  return { name: "SyntaxError", message, ...placeOf(stack, isBody ? bodyPrefix.length : 0), next: hintFor(message) };
}

function syntaxError(
  context: QuickJSContext,
  source: string,
  flags: number,
): { message: string; stack: string } | undefined {
  const parsed = context.evalCode(source, "program.js", flags | parseOnly);
  if (!parsed.error) {
    parsed.value.dispose();
    return undefined;
  }
  const { message, stack } = Object(context.dump(parsed.error)) as Record<string, unknown>;
  parsed.error.dispose();
  return { message: String(message), stack: String(stack) };
}

function threw(text: string, prefix: number, lostLogs: number): IsolateEnd {
  const { name, message, stack, code, next, call } = Object(JSON.parse(text)) as Record<string, string | undefined> & {
    call?: number;
  };
  const error: IsolateError = {
    name: String(name),
    message: String(message),
    ...placeOf(String(stack), prefix),
    ...(call !== undefined && { call }),
    ...(code !== undefined && { code }),
    next: next ?? hintFor(String(message)),
  };
  if (name === "InternalError" && /out of memory|string too long/.test(String(message)))
    return { end: "stopped", reason: "memory", error, lostLogs };
  if (name === "InternalError" && /stack overflow/.test(String(message)))
    return { end: "stopped", reason: "stack", error, lostLogs };
  return { end: "threw", error, lostLogs };
}
