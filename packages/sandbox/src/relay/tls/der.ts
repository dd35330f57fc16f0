/** One element of DER (X.690): a tag, the length and the content. */
export function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);

export const set = (...parts: readonly Uint8Array[]): Buffer => element(0x31, ...parts);

export const text = (value: string): Buffer => element(0x0c, Buffer.from(value));

export const octets = (...parts: readonly Uint8Array[]): Buffer => element(0x04, ...parts);

/** Whole bytes. */
export const bits = (value: Uint8Array): Buffer => element(0x03, Buffer.from([0]), value);

export const yes = (): Buffer => element(0x01, Buffer.from([0xff]));

/** A positive number, by its bytes. */
export const integer = (value: Uint8Array): Buffer =>
  element(0x02, ...((value[0] ?? 0) > 0x7f ? [Buffer.from([0])] : []), value);

/** From 1950 to 2049, in seconds. */
export const time = (value: Date): Buffer =>
  element(
    0x17,
    Buffer.from(
      value
        .toISOString()
        .replace(/\.\d+|[-:T]/g, "")
        .slice(2),
    ),
  );

/** An identifier that is written with dots. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const septets = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) septets.unshift((left & 0x7f) | 0x80);
    return septets;
  });
  return element(0x06, Buffer.from(bytes));
}
