/** The entries of a ZIP archive as they stand in it, header and compressed bytes, in their order. */
export function rawEntries(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  const directory = view.getUint32(end + 16, true);
  const found: { name: string; start: number }[] = [];
  let at = directory;
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    const length = view.getUint16(at + 28, true);
    found.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)),
      start: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  found.sort((a, b) => a.start - b.start);
  return new Map(found.map(({ name, start }, i) => [name, bytes.subarray(start, found[i + 1]?.start ?? directory)]));
}

/** The names of entries that are not the same, byte for byte; undefined if their order or number changed. */
export function changedEntries(before: Uint8Array, after: Uint8Array): string[] | undefined {
  const [old, fresh] = [rawEntries(before), rawEntries(after)];
  if ([...old.keys()].join("\n") !== [...fresh.keys()].join("\n")) return undefined;
  return [...old].filter(([name, bytes]) => Buffer.compare(bytes, fresh.get(name)!) !== 0).map(([name]) => name);
}
