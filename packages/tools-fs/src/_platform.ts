/** The part of Node's buffer module that makes bytes fast; other platforms do without. */
interface Accelerator {
  isUtf8(bytes: Uint8Array): boolean;
  readonly Buffer: { byteLength(text: string): number };
}

const find = (): Accelerator | undefined => {
  const host = (globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }).process;
  return host?.getBuiltinModule?.("node:buffer") as Accelerator | undefined;
};

/** True when bytes are well-formed UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  const native = find();
  if (native) return native.isUtf8(bytes);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Bytes that a well-formed text takes in UTF-8. */
export function utf8Length(text: string): number {
  const native = find();
  return native ? native.Buffer.byteLength(text) : new TextEncoder().encode(text).length;
}
