/** Bytes of a line beyond which a sender counts as lost. */
const LONGEST = 256 * 1024 * 1024;

/** Take a stream apart into lines, chunk by chunk. Throws at a line that does not end. */
export function createLineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      const [line, ...more] = parts;
      [parts, length, from] = [[], 0, end + 1];
      onLine((more.length === 0 ? line! : Buffer.concat([line!, ...more])).toString());
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LONGEST) throw new Error(`A message of more than ${LONGEST} bytes.`);
  };
}
