import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Broker, liveBroker } from "../broker/broker.ts";
import { type PipeWriter, readPipe, writePipe } from "./pipes.ts";

export interface ProcessRequest {
  readonly argv: readonly string[];
  /** The whole environment. Names must be those of shell variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Kilobytes of a resource limit that limits nothing: all that the process starts carries it too. */
  readonly tag: number;
  /** Options of `ulimit`. */
  readonly limits: string;
  /** A private folder for its pipes. */
  readonly folder: string;
  /** What it prints on 1, 2 and 3. A chunk is only valid during the call. */
  readonly onOutput: (chunk: Uint8Array) => void;
  readonly onControl: (chunk: Uint8Array) => void;
  readonly onErrors: (chunk: Uint8Array) => void;
}

/** A process that leads a group of its own. */
export interface Process {
  readonly pid: number;
  readonly tag: number;
  /** The file on its fd 4, to which it appends. */
  readonly stateFile: string;
  /** The process that starts processes had died and is a new one. */
  readonly isReplaced: boolean;
  /** Its fd 0. */
  readonly input: PipeWriter;
  /** The status as a shell sees it; unknown when who waited for it was killed. Its pipes may still hold something. */
  readonly ended: Promise<number | undefined>;
  /** Settles when no process can print any more. */
  readonly silent: Promise<unknown>;
  /** Take no more of what it prints for now; it waits when the pipes are full. */
  pause(): void;
  resume(): void;
  /** Take what it has printed up to now. */
  drain(): void;
  close(): void;
}

let ids = 0;

/** Start a program through the broker, which is started where there is none. Throws `unavailable`. */
export async function startProcess(request: ProcessRequest): Promise<Process> {
  const { broker, isReplaced } = liveBroker();
  try {
    return await startThrough(broker, isReplaced, request);
  } catch (error) {
    const next = liveBroker();
    if (!next.isReplaced) throw error;
    return startThrough(next.broker, true, request);
  }
}

async function startThrough(broker: Broker, isReplaced: boolean, request: ProcessRequest): Promise<Process> {
  const { argv, env, cwd, tag, limits, folder } = request;
  const id = String(++ids);
  const pipes = join(folder, id);
  const made = Promise.withResolvers<void>();
  const started = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<number | undefined>();
  const words = [...argv, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];

  broker.start(id, [pipes, String(tag), limits, cwd, String(argv.length), String(words.length), ...words], {
    made: made.resolve,
    started: started.resolve,
    ended: ended.resolve,
    failed: made.reject,
  });
  await made.promise;
  const output = openReader(`${pipes}.out`, request.onOutput);
  const control = openReader(`${pipes}.control`, request.onControl);
  const errors = openReader(`${pipes}.errors`, request.onErrors);
  const all = [output, control, errors];
  const input = writePipe(`${pipes}.in`);
  const pid = await started.promise;
  // If the waiting process was killed, the status is unknown.
  control.closed.then(() => setTimeout(() => ended.resolve(undefined), 2_000).unref());
  return {
    pid,
    tag,
    stateFile: `${pipes}.state`,
    isReplaced,
    input,
    ended: ended.promise,
    silent: Promise.all(all.map(({ closed }) => closed)),
    pause() {
      output.reader.pause();
      errors.reader.pause();
    },
    resume() {
      output.reader.resume();
      errors.reader.resume();
    },
    drain() {
      output.reader.drain();
      errors.reader.drain();
    },
    close() {
      input.close();
      for (const { reader } of all) reader.close();
      for (const name of ["in", "out", "control", "errors", "state", "group"])
        rmSync(`${pipes}.${name}`, { force: true });
    },
  };
}

function openReader(path: string, onChunk: (chunk: Uint8Array) => void) {
  const closed = Promise.withResolvers<void>();
  return { reader: readPipe(path, onChunk, closed.resolve), closed: closed.promise };
}
