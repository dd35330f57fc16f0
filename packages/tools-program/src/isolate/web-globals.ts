/**
 * What programs elsewhere have beside the language, as source for the engine: a function that takes a parser of URLs, which
 * is the host's, and returns the globals.
 */
export const webGlobals = `(function (parseUrl) {
"use strict";
const { parse } = JSON;

const queueMicrotask = (run) => {
  if (typeof run !== "function") throw new TypeError("queueMicrotask takes a function.");
  Promise.resolve().then(() => run());
};

const clone = (value, seen) => {
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError("A " + typeof value + " cannot be cloned.");
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  const keep = (made) => (seen.set(value, made), made);
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof Map) { const made = keep(new Map()); for (const [k, v] of value) made.set(clone(k, seen), clone(v, seen)); return made; }
  if (value instanceof Set) { const made = keep(new Set()); for (const v of value) made.add(clone(v, seen)); return made; }
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) return keep(value.slice ? value.slice() : new DataView(value.buffer.slice(0), value.byteOffset, value.byteLength));
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) throw new TypeError("This cannot be cloned.");
  const made = keep(Array.isArray(value) ? new Array(value.length) : value instanceof Error ? new Error(value.message) : {});
  if (value instanceof Error) Object.defineProperty(made, "name", { value: value.name, configurable: true, writable: true });
  for (const key of Object.keys(value)) Object.defineProperty(made, key, { value: clone(value[key], seen), writable: true, enumerable: true, configurable: true });
  return made;
};
const structuredClone = (value) => clone(value, new Map());

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const btoa = (value) => {
  const s = String(value);
  let out = "";
  for (let i = 0; i < s.length; i += 3) {
    const [a, b, c] = [s.charCodeAt(i), s.charCodeAt(i + 1), s.charCodeAt(i + 2)];
    if (a > 255 || b > 255 || c > 255) throw new Error("btoa takes characters up to U+00FF. Encode the text with TextEncoder first.");
    out += letters[a >> 2] + letters[((a & 3) << 4) | (b >> 4)] + (i + 1 < s.length ? letters[((b & 15) << 2) | (c >> 6)] : "=") + (i + 2 < s.length ? letters[c & 63] : "=");
  }
  return out;
};
const atob = (value) => {
  const s = String(value).replace(/[\\t\\n\\f\\r ]/g, "").replace(/={1,2}$/, "");
  if (s.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(s)) throw new Error("atob: this is not base64.");
  let [out, bits, size] = ["", 0, 0];
  for (const char of s) {
    bits = (bits << 6) | letters.indexOf(char);
    size += 6;
    if (size >= 8) { size -= 8; out += String.fromCharCode((bits >> size) & 255); bits &= (1 << size) - 1; }
  }
  return out;
};

class TextEncoder {
  get encoding() { return "utf-8"; }
  encode(value = "") {
    const bytes = [];
    for (const char of String(value)) {
      let code = char.codePointAt(0);
      if (code >= 0xd800 && code < 0xe000) code = 0xfffd;
      if (code < 0x80) bytes.push(code);
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return Uint8Array.from(bytes);
  }
}
class TextDecoder {
  #fatal;
  #bom;
  constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
    if (!/^utf-?8$/i.test(String(label).trim())) throw new RangeError("TextDecoder reads utf-8 only here. Read files of other encodings with tools.");
    this.#fatal = fatal;
    this.#bom = ignoreBOM;
  }
  get encoding() { return "utf-8"; }
  get fatal() { return this.#fatal; }
  decode(given = new Uint8Array()) {
    const b = given instanceof ArrayBuffer ? new Uint8Array(given) : new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    const out = [];
    for (let i = !this.#bom && b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? 3 : 0; i < b.length; ) {
      const first = b[i++];
      if (first < 0x80) { out.push(String.fromCharCode(first)); continue; }
      const more = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0;
      let code = more === 0 ? -1 : first & (0x3f >> more);
      for (let n = 0; n < more && code >= 0; n++) {
        const low = n > 0 ? 0x80 : first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
        const high = n > 0 ? 0xbf : first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
        if (b[i] >= low && b[i] <= high) code = (code << 6) | (b[i++] & 63);
        else code = -1;
      }
      if (code < 0 && this.#fatal) throw new TypeError("The bytes are not UTF-8.");
      out.push(code < 0 ? "\\ufffd" : String.fromCodePoint(code));
    }
    return out.join("");
  }
}

const enc = (value) => encodeURIComponent(value.toWellFormed()).replace(/[!'()~]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase()).replaceAll("%20", "+");
const bytesOf = (value) => {
  const bytes = [];
  const encoder = new TextEncoder();
  const text = value.replaceAll("+", " ");
  for (let i = 0; i < text.length; ) {
    const hex = /^%([0-9a-f]{2})/i.exec(text.slice(i, i + 3));
    if (hex) { bytes.push(parseInt(hex[1], 16)); i += 3; continue; }
    const char = String.fromCodePoint(text.codePointAt(i));
    bytes.push(...encoder.encode(char));
    i += char.length;
  }
  return Uint8Array.from(bytes);
};
const dec = (value) => /[%+]/.test(value) ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytesOf(value)) : value;
class URLSearchParams {
  #list = [];
  #changed;
  constructor(init = "", changed) {
    this.#changed = changed;
    if (init !== null && typeof init === "object")
      for (const [k, v] of typeof init[Symbol.iterator] === "function" ? init : Object.entries(init)) this.#list.push([String(k), String(v)]);
    else for (const part of String(init).replace(/^\\?/, "").split("&")) {
      if (part === "") continue;
      const at = part.indexOf("=");
      this.#list.push(at < 0 ? [dec(part), ""] : [dec(part.slice(0, at)), dec(part.slice(at + 1))]);
    }
  }
  #set(list) { this.#list = list; if (this.#changed) this.#changed(this.toString()); }
  get size() { return this.#list.length; }
  get(name) { const found = this.#list.find(([k]) => k === String(name)); return found ? found[1] : null; }
  getAll(name) { return this.#list.filter(([k]) => k === String(name)).map(([, v]) => v); }
  has(name, value) { return this.#list.some(([k, v]) => k === String(name) && (value === undefined || v === String(value))); }
  append(name, value) { this.#set([...this.#list, [String(name), String(value)]]); }
  delete(name, value) { this.#set(this.#list.filter(([k, v]) => k !== String(name) || (value !== undefined && v !== String(value)))); }
  set(name, value) {
    const at = this.#list.findIndex(([k]) => k === String(name));
    if (at < 0) return this.append(name, value);
    this.#set(this.#list.flatMap((each, i) => (i === at ? [[each[0], String(value)]] : each[0] === String(name) ? [] : [each])));
  }
  sort() { this.#set([...this.#list].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))); }
  forEach(run) { for (const [k, v] of this.#list) run(v, k, this); }
  keys() { return this.#list.map(([k]) => k)[Symbol.iterator](); }
  values() { return this.#list.map(([, v]) => v)[Symbol.iterator](); }
  entries() { return this.#list.map((each) => [...each])[Symbol.iterator](); }
  [Symbol.iterator]() { return this.entries(); }
  toString() { return this.#list.map(([k, v]) => enc(k) + "=" + enc(v)).join("&"); }
}

class URL {
  #parts;
  #params;
  constructor(url, base) { this.#read(parseUrl(String(url), base === undefined ? "" : String(base), "", ""), String(url)); }
  static canParse(url, base) { return parseUrl(String(url), base === undefined ? "" : String(base), "", "") !== ""; }
  static parse(url, base) { return URL.canParse(url, base) ? new URL(url, base) : null; }
  #read(json, url) {
    if (json === "") throw new TypeError("Invalid URL: " + url);
    this.#parts = parse(json);
    this.#params = undefined;
  }
  get origin() { return this.#parts.origin; }
  get searchParams() {
    this.#params ??= new URLSearchParams(this.search, (search) => {
      this.#parts = parse(parseUrl(this.href, "", "search", search));
    });
    return this.#params;
  }
  toString() { return this.href; }
  toJSON() { return this.href; }
  static {
    for (const name of ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"])
      Object.defineProperty(URL.prototype, name, {
        get() { return this.#parts[name]; },
        set(value) { this.#read(parseUrl(this.href, "", name, String(value)), String(value)); },
        configurable: true, enumerable: true,
      });
  }
}
return { queueMicrotask, structuredClone, btoa, atob, TextEncoder, TextDecoder, URLSearchParams, URL };
})`;

const shown = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;

/** The parts of a URL as JSON, one of them changed before; "" where it is none. */
export function urlParts(url: string, base: string, name: string, value: string): string {
  try {
    const parsed = new URL(url, base === "" ? undefined : base);
    const changed = shown.find((each) => each === name);
    if (changed !== undefined && changed !== "origin") parsed[changed] = value;
    return JSON.stringify(Object.fromEntries(shown.map((each) => [each, parsed[each]])));
  } catch {
    return "";
  }
}
