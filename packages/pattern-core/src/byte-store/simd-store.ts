import { maxNeedle, type Needle } from "../matcher/needle.ts";
import { type ByteClassSequence, maxSequence } from "../regex/byte-class-sequence.ts";
import { type ByteFinder, type ByteStore, createPlainStore } from "./byte-store.ts";
import { assemble, block, type Code, type Func, get, give, i32, leave, leaveIf, loop, set, tee, v128 } from "./wasm.ts";

const page = 65_536;
/** Pages that a memory has at least once it grows; then it doubles: with every growth V8 looks for garbage everywhere. */
const step = 64;
/**
 * The needle lies at 0, its masks behind it, then the tables and offsets of a sequence, then what is searched; behind that,
 * blocks are read past the end.
 */
const masksAt = maxNeedle;
const tablesAt = 2 * maxNeedle;
const bitsAt = tablesAt + 16 * maxSequence;
const offsetsAt = bitsAt + 16;
const dataAt = 320;
const slack = 2 * maxNeedle + 64;

let compiled: WebAssembly.Module | undefined;
const stores = new WeakMap<ArrayBufferLike, ByteStore>();

/** A store of at most `maxBytes`: in WebAssembly, 16 bytes a step, where the platform has it, else in plain JavaScript. */
export const createByteStore = (maxBytes: number): ByteStore => createSimdStore(maxBytes) ?? createPlainStore(maxBytes);

/** The store in whose memory some bytes lie. */
export const simdStoreOf = (bytes: Uint8Array): ByteStore | undefined => stores.get(bytes.buffer);

/** A store in the memory of a WebAssembly module; nothing where that, or its SIMD instructions, are missing. */
export function createSimdStore(maxBytes: number): ByteStore | undefined {
  const pages = (size: number) => Math.ceil((dataAt + size + slack) / page);
  try {
    compiled ??= new WebAssembly.Module(assemble([findFunction(), findSequenceFunction(), kindsFunction()]));
    const memory = new WebAssembly.Memory({ initial: 1, maximum: pages(maxBytes) });
    const { find, findSequence, kinds } = new WebAssembly.Instance(compiled, { m: { m: memory } })
      .exports as unknown as Functions;
    let bytes = new Uint8Array(memory.buffer, dataAt);
    let loaded: Needle | ByteClassSequence | undefined;

    const load = (wanted: Needle | ByteClassSequence, fill: (head: Uint8Array) => void) => {
      if (wanted === loaded) return;
      loaded = wanted;
      fill(new Uint8Array(memory.buffer, 0, dataAt));
    };

    const store: ByteStore = {
      get bytes() {
        return bytes;
      },
      grow(size) {
        if (size > maxBytes) return false;
        const present = memory.buffer.byteLength / page;
        if (pages(size) <= present) return true;
        try {
          memory.grow(Math.min(pages(maxBytes), Math.max(pages(size), 2 * present, step)) - present);
        } catch {
          return false;
        }
        bytes = new Uint8Array(memory.buffer, dataAt);
        stores.set(memory.buffer, store);
        return true;
      },
      find(needle, from, to) {
        const { bytes: wanted, masks, rarest } = needle;
        load(needle, (head) => {
          head.set(wanted);
          head.set(masks, masksAt);
        });
        return indexOf(find(dataAt + from, dataAt + to - wanted.length + 1, wanted.length, ...rarest));
      },
      findSequence(byteClasses, from, to) {
        load(byteClasses, (head) => {
          head.set(upperBits, bitsAt);
          byteClasses.places.forEach(({ table, offset }, i) => {
            head.set(table, tablesAt + 16 * i);
            head[offsetsAt + i] = offset;
          });
        });
        return indexOf(findSequence(dataAt + from, dataAt + to - byteClasses.length + 1, byteClasses.places.length));
      },
      kinds: (from, to) => kinds(dataAt + from, dataAt + to),
    };
    stores.set(memory.buffer, store);
    return store;
  } catch {
    return undefined;
  }
}

const indexOf = (address: number): number => (address < 0 ? -1 : address - dataAt);

interface Functions {
  find(at: number, last: number, length: number, one: number, two: number): number;
  findSequence(at: number, last: number, places: number): number;
  kinds: ByteFinder["kinds"];
}

/** A bit for each upper half of an ASCII byte. For the others there is what no table holds. */
const upperBits = Uint8Array.from({ length: 16 }, (_, upper) => (upper < 8 ? 1 << upper : 255));

/** Where the four blocks lie that are looked at in one step. */
const ahead64 = [0, 16, 32, 48];

const add = (local: number, amount: number): Code => set(local, i32.add(get(local), i32.const(amount)));

/**
 * find(at, last, length, one, two): the first address from `at` to below `last` where the needle of `length` bytes lies,
 * or -1. Its bytes `one` and `two` are compared in 64 places at once, the others where both are right.
 */
function findFunction(): Func {
  const [at, last, length, one, two, here, i, places, byteOne, maskOne, byteTwo, maskTwo] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ] as const;
  const right = (address: Code, offset: number, byte: number, mask: number) =>
    v128.equal8(v128.or(v128.load(i32.add(address, get(offset))), get(mask)), get(byte));
  /** Which of the 16 places from an address on may hold the needle. */
  const candidates = (ahead: number) => {
    const address = i32.add(get(at), i32.const(ahead));
    return v128.and(right(address, one, byteOne, maskOne), right(address, two, byteTwo, maskTwo));
  };
  return {
    name: "find",
    params: 5,
    locals: ["i32", "i32", "i32", "v128", "v128", "v128", "v128"],
    body: [
      set(byteOne, v128.loadSplat8(get(one))),
      set(maskOne, v128.loadSplat8(get(one), masksAt)),
      set(byteTwo, v128.loadSplat8(get(two))),
      set(maskTwo, v128.loadSplat8(get(two), masksAt)),
      block(
        loop(
          block(
            loop(
              leaveIf(3, i32.atLeast(get(at), get(last))),
              leaveIf(1, v128.anyTrue(ahead64.map(candidates).reduce(v128.or))),
              add(at, 64),
              leave(0),
            ),
          ),
          set(places, v128.bits8(candidates(0))),
          block(
            loop(
              leaveIf(1, i32.isZero(get(places))),
              set(here, i32.add(get(at), i32.trailingZeros(get(places)))),
              leaveIf(3, i32.atLeast(get(here), get(last))),
              set(i, i32.const(0)),
              block(
                loop(
                  leaveIf(
                    1,
                    i32.differs(
                      i32.or(i32.load8(i32.add(get(here), get(i))), i32.load8(get(i), masksAt)),
                      i32.load8(get(i)),
                    ),
                  ),
                  leaveIf(0, i32.less(tee(i, i32.add(get(i), i32.const(1))), get(length))),
                  give(get(here)),
                ),
              ),
              set(places, i32.and(get(places), i32.sub(get(places), i32.const(1)))),
              leave(0),
            ),
          ),
          add(at, 16),
          leave(0),
        ),
      ),
      i32.const(-1),
    ],
  };
}

/**
 * findSequence(at, last, places): the first address from `at` to below `last` where every place of the row holds a character
 * of its set, or -1. The first two places are looked at in 64 rows at once, all of them in 16 where both may be right.
 */
function findSequenceFunction(): Func {
  const [at, last, places, i, left, now, bits, tableOne, tableTwo, offsetOne, offsetTwo] = [
    0, 1, 2, 3, 6, 7, 8, 9, 10, 4, 5,
  ] as const;
  /** In which of 16 rows a place holds a character of a set. */
  const isIn = (table: Code, loaded: Code) => {
    // A byte beyond ASCII keeps its highest bit, and so is not an index.
    const lower = v128.and(get(now), v128.splat8(i32.const(0x8f)));
    const upper = v128.shiftRight8(get(now), i32.const(4));
    const ofTable = v128.swizzle8(table, lower);
    const bit = v128.swizzle8(get(bits), upper);
    return [...set(now, loaded), ...v128.differs8(v128.and(ofTable, bit), v128.splat8(i32.const(0)))];
  };
  const candidates = (ahead: number) =>
    v128.and(
      isIn(get(tableOne), v128.load(i32.add(get(at), get(offsetOne)), ahead)),
      isIn(get(tableTwo), v128.load(i32.add(get(at), get(offsetTwo)), ahead)),
    );
  const table = v128.load(i32.add(i32.shiftLeft(get(i), i32.const(4)), i32.const(tablesAt)));
  const offset = i32.load8(get(i), offsetsAt);
  return {
    name: "findSequence",
    params: 3,
    locals: ["i32", "i32", "i32", "v128", "v128", "v128", "v128", "v128"],
    body: [
      set(bits, v128.load(i32.const(bitsAt))),
      set(tableOne, table),
      set(offsetOne, offset),
      set(i, i32.less(i32.const(1), get(places))),
      set(tableTwo, table),
      set(offsetTwo, offset),
      block(
        loop(
          block(
            loop(
              leaveIf(3, i32.atLeast(get(at), get(last))),
              leaveIf(1, v128.anyTrue(ahead64.map(candidates).reduce(v128.or))),
              add(at, 64),
              leave(0),
            ),
          ),
          set(left, candidates(0)),
          set(i, i32.const(2)),
          block(
            loop(
              leaveIf(1, i32.isZero(v128.anyTrue(get(left)))),
              block(
                leaveIf(0, i32.less(get(i), get(places))),
                set(i, i32.add(get(at), i32.trailingZeros(v128.bits8(get(left))))),
                leaveIf(4, i32.atLeast(get(i), get(last))),
                give(get(i)),
              ),
              set(left, v128.and(get(left), isIn(table, v128.load(i32.add(get(at), offset))))),
              add(i, 1),
              leave(0),
            ),
          ),
          add(at, 16),
          leave(0),
        ),
      ),
      i32.const(-1),
    ],
  };
}

/** kinds(at, end): which kinds of bytes there are, 64 at once, then one by one. */
function kindsFunction(): Func {
  const [at, end, zero, escaped, high, ...blocks] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
  const isEscape = (of: number) => v128.equal8(get(of), v128.splat8(i32.const(27)));
  const gather = (size: number, loads: readonly Code[]) => {
    const loaded = blocks.slice(0, loads.length);
    const parts = loaded.map(get);
    return block(
      loop(
        leaveIf(1, i32.less(get(end), i32.add(get(at), i32.const(size)))),
        ...loads.map((load, i) => set(loaded[i]!, load)),
        set(zero, v128.or(get(zero), v128.equal8(parts.reduce(v128.least8), v128.splat8(i32.const(0))))),
        set(escaped, loaded.map(isEscape).reduce(v128.or, get(escaped))),
        set(high, parts.reduce(v128.or, get(high))),
        add(at, size),
        leave(0),
      ),
    );
  };
  return {
    name: "kinds",
    params: 2,
    locals: ["v128", "v128", "v128", "v128", "v128", "v128", "v128"],
    body: [
      gather(
        64,
        ahead64.map((ahead) => v128.load(get(at), ahead)),
      ),
      gather(1, [v128.loadSplat8(get(at))]),
      i32.or(
        i32.or(v128.anyTrue(get(zero)), i32.shiftLeft(v128.anyTrue(get(escaped)), i32.const(1))),
        i32.shiftLeft(i32.differs(v128.bits8(get(high)), i32.const(0)), i32.const(2)),
      ),
    ],
  };
}
