import type { Writable } from "node:stream";

export interface ClaimedStdout {
  /** Resolves when the text is on its way; rejects when the reader is gone. */
  write(text: string): Promise<void>;
  release(): void;
}

/** Reserve a stream for the protocol: all other output, for example of `console.log`, goes to stderr. */
export function claimStdout(stdout: Writable, { stderr }: { readonly stderr: Writable } = process): ClaimedStdout {
  const original = stdout.write;
  // A broken pipe reaches the writer through its callback; as an event it would end the process before it is disposed.
  const ignore = () => {};
  stdout.on("error", ignore);
  stdout.write = stderr.write.bind(stderr) as Writable["write"];
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        original.call(stdout, text, "utf8", (error) => (error ? reject(error) : resolve()));
      }),
    release() {
      stdout.write = original;
      stdout.off("error", ignore);
    },
  };
}
