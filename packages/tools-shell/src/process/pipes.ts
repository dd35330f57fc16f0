import { constants, openSync, readSync } from "node:fs";
import { Socket } from "node:net";

/** The output of a named pipe. */
export interface PipeReader {
  pause(): void;
  resume(): void;
  /** Take what is in it now, before the event loop comes to it. */
  drain(): void;
  close(): void;
}

/** Shared by all readers: a chunk is looked at, or copied, before the next is read. */
let buffer: Uint8Array | undefined;
/** Bytes that a pipe can hold: who prints without end is not waited for. */
const capacity = 65_536;

/** Read a named pipe from now on, before or after anybody opens it for writing. It does not keep the host's process alive. */
export function readPipe(path: string, onChunk: (chunk: Uint8Array) => void, onEnd: () => void): PipeReader {
  buffer ??= new Uint8Array(capacity);
  const shared = buffer;
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: shared,
      callback(bytes, chunk) {
        onChunk(chunk.subarray(0, bytes));
        return true;
      },
    },
  });
  socket.on("close", onEnd).on("error", () => socket.destroy());
  socket.resume();
  socket.unref();
  return {
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    drain() {
      for (let taken = 0; taken < capacity && !socket.destroyed; ) {
        const bytes = readAvailable(fd, shared);
        if (bytes === 0) return;
        taken += bytes;
        onChunk(shared.subarray(0, bytes));
      }
    },
    close: () => void socket.destroy(),
  };
}

/** How many bytes were there to read; none as well at the end, or where reading fails: the event loop reports these. */
function readAvailable(fd: number, into: Uint8Array): number {
  try {
    return readSync(fd, into);
  } catch {
    return 0;
  }
}

export interface PipeWriter {
  write(bytes: Uint8Array | string): void;
  close(): void;
}

/** Write a named pipe. It is opened for reading as well, so that no reader is needed yet. */
export function writePipe(path: string): PipeWriter {
  const socket = new Socket({
    fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK),
    readable: false,
    writable: true,
  });
  socket.on("error", () => socket.destroy());
  socket.unref();
  return { write: (bytes) => void socket.write(bytes), close: () => void socket.destroy() };
}
