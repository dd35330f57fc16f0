const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];

/** A label of a domain in its own script: `xn--mnchen-3ya` as `münchen`; itself where it cannot be decoded (RFC 3492). */
export function decodeLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const text = label.slice(4);
  const end = text.lastIndexOf("-");
  const output = Array.from(end > 0 ? text.slice(0, end) : "", (char) => char.charCodeAt(0));
  let [n, i, bias] = [128, 0, 72];
  for (let at = end + 1; at < text.length; ) {
    const before = i;
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === undefined) return label;
      i += digit * weight;
      const t = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
      if (digit < t) break;
      weight *= base - t;
      if (weight > 2 ** 40) return label;
    }
    const count = output.length + 1;
    bias = adapt(i - before, count, before === 0);
    n += Math.floor(i / count);
    i %= count;
    if (n > 0x10ffff) return label;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : undefined;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let left = isFirst ? Math.floor(delta / damp) : delta >> 1;
  left += Math.floor(left / count);
  let k = 0;
  for (; left > ((base - tMin) * tMax) >> 1; k += base) left = Math.floor(left / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * left) / (left + skew));
}

const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Cherokee", "Han"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);

/** True for a label with letters of two scripts. */
export const isMixedScript = (label: string): boolean => scripts.filter((script) => script.test(label)).length > 1;
