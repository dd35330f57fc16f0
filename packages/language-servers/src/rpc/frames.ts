/** A stream of messages that cannot be understood: the process behind it is of no use any more. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

/** Bytes of one message. */
const maxMessage = 64 * 1024 * 1024;
const headerEnd = Buffer.from("\r\n\r\n");
/** Bytes of a header, with what a server has printed before it. */
const maxHeader = 64 * 1024;

/** Take messages out of what a server prints, however it is cut into chunks. The reader throws FrameError. */
export function frameReader(onMessage: (text: string) => void) {
  let chunks: Buffer[] = [];
  let held = 0;
  /** Bytes of the message that is being read; undefined while it is the header. */
  let wanted: number | undefined;

  const joined = (): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = [all];
    return all;
  };
  const drop = (bytes: number) => {
    const rest = joined().subarray(bytes);
    chunks = rest.length > 0 ? [rest] : [];
    held = rest.length;
  };

  return (chunk: Buffer): void => {
    chunks.push(chunk);
    held += chunk.length;
    for (;;) {
      if (wanted === undefined) {
        const all = joined();
        const end = all.indexOf(headerEnd);
        if (end < 0) {
          if (held > maxHeader) throw new FrameError("It printed no header where one must be.");
          return;
        }
        wanted = lengthOf(all.toString("latin1", 0, end));
        if (wanted > maxMessage) throw new FrameError(`Its message of ${wanted} bytes is larger than ${maxMessage}.`);
        drop(end + headerEnd.length);
      }
      if (held < wanted) return;
      const text = joined().toString("utf8", 0, wanted);
      drop(wanted);
      wanted = undefined;
      onMessage(text);
    }
  };
}

/** The length that a header names; lines of other kinds, such as a log that was printed before it, do not matter. */
function lengthOf(header: string): number {
  const length = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im.exec(header)?.[1];
  if (length === undefined) throw new FrameError("Its header names no Content-Length.");
  return Number(length);
}

export function frame(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}
