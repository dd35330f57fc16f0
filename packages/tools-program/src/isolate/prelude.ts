/**
 * What stands in a program's global scope, as source for the engine: a function that takes what the host gives and returns
 * `[deliver, start, idle]`. Promises of calls live here and nowhere else, so that a program that ends early leaves no handle behind.
 */
export const prelude = `(function (post, log, end, clock, seed, web) {
"use strict";
const { stringify, parse } = JSON;
const P = Promise;
const then = P.prototype.then;
const { apply, construct } = Reflect;
const text = String;
const pending = new Map();
const take = (index) => { const found = pending.get(index); pending.delete(index); return found; };

const plain = (key, value) =>
  typeof value === "bigint" ? text(value)
  : value instanceof Map ? Object.fromEntries(value)
  : value instanceof Set ? [...value]
  : value instanceof Error ? { name: value.name, message: value.message }
  : value;
const json = (value) => stringify(value, plain);

class ToolError extends Error {
  constructor({ message, stack, ...rest }) {
    super(message);
    Object.assign(this, rest, { stack });
  }
}
Object.defineProperty(ToolError.prototype, "name", { value: "ToolError" });

const lost = new Map();
const open = new Set();
class Tracked extends P { static get [Symbol.species]() { return P; } }
const watch = (promise) => {
  let isHandled = false;
  apply(then, promise, [undefined, (error) => { if (!isHandled) lost.set(promise, error); }]);
  const own = (resolved, rejected) => {
    isHandled = true;
    lost.delete(promise);
    return watch(apply(then, promise, [resolved, rejected]));
  };
  // With another constructor, await calls this then.
  Object.defineProperties(promise, { constructor: { value: Tracked }, then: { value: own } });
  return promise;
};
const isPlainPromise = (value) => value instanceof P && !Object.hasOwn(value, "then") && value.constructor === P;
const run = (value) => {
  if (!isPlainPromise(value)) return value;
  open.add(value);
  const over = () => open.delete(value);
  apply(then, value, [over, over]);
  return watch(value);
};
const track = (target) => {
  if (typeof target !== "function") throw new TypeError("not a function");
  return new Proxy(target, { apply: (made, self, given) => run(apply(made, self, given)) });
};
for (const { prototype } of [Array, Map, Set]) {
  const { forEach } = prototype;
  const each = function (visit, self) {
    if (typeof visit !== "function") return apply(forEach, this, [visit]);
    return apply(forEach, this, [function (...given) { run(apply(visit, self, given)); }]);
  };
  Object.defineProperty(prototype, "forEach", { value: Object.defineProperty(each, "name", { value: "forEach" }), writable: true, configurable: true });
}

const makers = {};
for (const name of ["resolve", "reject", "all", "allSettled", "any", "race"])
  makers[name] = (value) => { const made = apply(P[name], P, [value]); return isPlainPromise(made) ? watch(made) : made; };
const WatchedPromise = new Proxy(P, {
  construct: (target, given, made) => made === WatchedPromise ? watch(construct(target, given)) : construct(target, given, made),
  get: (target, name, self) => self === WatchedPromise && Object.hasOwn(makers, name) ? makers[name] : target[name],
});

const call = (tool, input) => {
  const { stack } = new Error();
  return watch(new P((resolve, reject) => {
    const written = input === undefined ? "{}" : json(input);
    if (written === undefined) throw new TypeError("The input of " + tool + " must be an object, not a " + typeof input + ".");
    pending.set(post(tool, written), { resolve, reject, stack });
  }));
};

const stub = (tool) => {
  const made = (input) => call(tool, input);
  made.text = (input) => call("$text:" + tool, input);
  return made;
};
const stubs = new Map();
const own = {
  $types: (...names) => call("$types", { names: names.flat() }),
  $search: (query) => call("$search", typeof query === "string" ? { query } : query),
  $names: () => call("$names", {}),
  $extract: (value, schema) => call("$extract", { value, schema }),
};
const tools = new Proxy(Object.freeze(Object.create(null)), {
  get(_, name) {
    if (typeof name !== "string" || name === "then" || name === "toJSON") return undefined;
    if (Object.hasOwn(own, name)) return own[name];
    if (!stubs.has(name)) stubs.set(name, stub(name));
    return stubs.get(name);
  },
  has: (_, name) => typeof name === "string",
});

const show = (value) => {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.name + ": " + value.message;
  if (typeof value === "function" || typeof value === "symbol" || value === undefined) return text(value);
  try { return json(value); } catch { return Object.prototype.toString.call(value); }
};
const print = (...values) => log(values.map(show).join(" "));
const console = {};
for (const level of ["log", "info", "warn", "error", "debug", "table", "dir"]) console[level] = print;

JSON.parse = (value, reviver) => {
  if (typeof value === "object" && value !== null) throw new TypeError("It is parsed already: results of tools are data. Use the value as it is.");
  return parse(value, reviver);
};

let now = clock;
const RealDate = Date;
const nowDate = () => now;
const FixedDate = new Proxy(RealDate, {
  construct: (target, given, made) => construct(target, given.length ? given : [now], made === FixedDate ? target : made),
  apply: () => text(construct(RealDate, [now])),
  get: (target, name) => (name === "now" ? nowDate : target[name]),
});
RealDate.prototype.constructor = FixedDate;
let state = seed >>> 0;
Math.random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = state;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

for (const [name, value] of Object.entries({ ...web, Promise: WatchedPromise, tools, console, print, ToolError, Date: FixedDate, $holdallTrack: track }))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });

const failed = (thrown) => {
  try {
    const error = Object(thrown) === thrown ? thrown : { name: "Error", message: show(thrown) };
    const { name, message, stack, code, next, call } = error;
    end(false, json({
      name: text(name ?? "Error"), message: message === undefined ? show(thrown) : text(message), stack: text(stack ?? ""),
      ...(typeof code === "string" && { code }), ...(typeof next === "string" && { next }), ...(typeof call === "number" && { call }),
    }));
  } catch {
    end(false, stringify({ name: "Error", message: "The program threw something that cannot be shown.", stack: "" }));
  }
};

const deliver = (index, ok, result, time) => {
  now = time;
  const waiting = take(index);
  if (!waiting) return;
  if (ok) waiting.resolve(parse(result));
  else waiting.reject(new ToolError({ ...parse(result), stack: waiting.stack }));
};

const start = (made, isScript, drops) => {
  const body = new P((resolve) => resolve(isScript ? made : made()));
  const unwrapped = apply(then, body, [(given) => {
    const value = isScript ? given.value : given;
    if (typeof value === "function") return value(tools);
    return drops ? undefined : value;
  }]);
  apply(then, unwrapped, [(value) => {
    let written;
    try { written = json(value); } catch (error) {
      throw new TypeError("The returned value is not JSON: " + text(error && error.message) + ". Return plain data.");
    }
    result = { written: written === undefined ? "" : written };
  }]).catch(failed);
};
let result;
const idle = (isWaiting) => {
  if (result === undefined || (isWaiting && open.size > 0)) return;
  for (const [, thrown] of lost) {
    const error = Object(thrown) === thrown ? thrown : { name: "Error", message: show(thrown) };
    const { name, message, stack, code, call } = error;
    return failed({ name, message, stack, code, call, next: "The call in which this happened was not awaited. Put await before it; instead of forEach use a loop, or Promise.all with map." });
  }
  end(true, result.written);
};
return [deliver, start, idle];
})`;
