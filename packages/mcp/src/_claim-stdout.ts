import { Writable } from "node:stream";

export interface ClaimedStdout {
  readonly output: Writable;
  release(): void;
}

/** Keep stdout for the protocol: whatever else writes to it, a stray console.log included, comes out on stderr. */
export function claimStdout({ stdout, stderr } = process): ClaimedStdout {
  const write = stdout.write.bind(stdout);
  const original = stdout.write;
  // A broken pipe reaches the writer through its callback; as an event it would end the process before it is disposed.
  const ignore = () => {};
  stdout.on("error", ignore);
  stdout.write = stderr.write.bind(stderr);
  return {
    output: new Writable({
      decodeStrings: false,
      write: (chunk, encoding, done) => void write(chunk, encoding, done),
    }),
    release() {
      stdout.write = original;
      stdout.off("error", ignore);
    },
  };
}
