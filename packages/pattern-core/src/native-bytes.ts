/** Ways of Node with bytes, where it is Node: those of the platform take several times as long, or copy. */
interface NodeBytes {
  indexOf(this: Uint8Array, value: number | Uint8Array, from?: number): number;
  lastIndexOf(this: Uint8Array, value: number, from?: number): number;
  latin1Slice(this: Uint8Array, start: number, end: number): string;
}

interface NodeChecks {
  isUtf8(bytes: Uint8Array): boolean;
  isAscii(bytes: Uint8Array): boolean;
}

const { Buffer, process } = globalThis as {
  Buffer?: { readonly prototype: NodeBytes };
  process?: { getBuiltinModule?(name: string): NodeChecks };
};
const node = Buffer?.prototype.latin1Slice && Buffer.prototype;
const checks = node && process?.getBuiltinModule?.("node:buffer");

/** Where bytes first hold a sequence at or after a place, or -1; undefined where the platform has no way of its own. */
export const indexOfBytes =
  node && ((bytes: Uint8Array, wanted: Uint8Array, from: number) => node.indexOf.call(bytes, wanted, from));

export const indexOfByte = (bytes: Uint8Array, byte: number, from = 0): number =>
  node ? node.indexOf.call(bytes, byte, from) : bytes.indexOf(byte, from);

/** The last place before another one that holds a byte, or -1. */
export function lastIndexOfByte(bytes: Uint8Array, byte: number, before: number): number {
  if (before <= 0) return -1;
  return node ? node.lastIndexOf.call(bytes, byte, before - 1) : bytes.lastIndexOf(byte, before - 1);
}

const windows1252 = new TextDecoder("windows-1252", { ignoreBOM: true });

/** One character for each byte, of which those of ASCII are themselves; the others are the same ones in every call. */
export const charPerByte = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  node ? node.latin1Slice.call(bytes, start, end) : windows1252.decode(bytes.subarray(start, end));

export function isAscii(bytes: Uint8Array): boolean {
  return checks ? checks.isAscii(bytes) : bytes.every((byte) => byte < 128);
}

export function isUtf8(bytes: Uint8Array): boolean {
  if (checks) return checks.isUtf8(bytes);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** True for the escapes of ISO-2022, which part the letters of ASCII words. */
export function hasShift(bytes: Uint8Array): boolean {
  for (let at = indexOfByte(bytes, 27); at >= 0; at = indexOfByte(bytes, 27, at + 1))
    if (bytes[at + 1] === 36) return true;
  return false;
}
