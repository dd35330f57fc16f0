import { constants, openSync } from "node:fs";
import { Socket } from "node:net";

/** What comes out of a named pipe. */
export interface PipeReader {
  pause(): void;
  resume(): void;
  close(): void;
}

/** Shared by all readers: a chunk is looked at, or copied, before the next is read. */
let buffer: Uint8Array | undefined;

/** Read a named pipe from now on, before or after anybody opens it for writing. It does not keep the host's process alive. */
export function readPipe(path: string, onChunk: (chunk: Uint8Array) => void, onEnd: () => void): PipeReader {
  buffer ??= new Uint8Array(65_536);
  const socket = new Socket({
    fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
    readable: true,
    writable: false,
    onread: {
      buffer,
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
    close: () => void socket.destroy(),
  };
}

export interface PipeWriter {
  write(bytes: Uint8Array | string): void;
  close(): void;
}

/** Write a named pipe. It is opened for reading as well, so that nobody has to be there yet. */
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
