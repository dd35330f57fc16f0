import type { ByteFinder, ByteStore } from "./_byte-store.ts";
import { maxNeedle, type Needle } from "./_needle.ts";
import { maxRun, type Run } from "./_run.ts";
import { assemble, block, type Func, get, give, i32, leave, leaveIf, loop, set, tee, v128 } from "./_wasm.ts";

const page = 65_536;
/** Pages that a memory grows by at least. */
const step = 64;
/**
 * The needle lies at 0, its masks behind it, then the tables and offsets of a row, then what is searched; behind that,
 * blocks are read past the end.
 */
const masksAt = maxNeedle;
const tablesAt = 2 * maxNeedle;
const bitsAt = tablesAt + 16 * maxRun;
const offsetsAt = bitsAt + 16;
const dataAt = 320;
const slack = 2 * maxNeedle + 64;

/** A store in the memory of a WebAssembly module; nothing where that, or its SIMD instructions, are missing. */
export function createSimdStore(maxBytes: number): ByteStore | undefined {
  const pages = (size: number) => Math.ceil((dataAt + size + slack) / page);
  const compiled = simdModule();
  if (!compiled) return undefined;
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: pages(maxBytes) });
    const { find, findRun, kinds } = new WebAssembly.Instance(compiled, { m: { m: memory } })
      .exports as unknown as Functions;
    let bytes = new Uint8Array(memory.buffer, dataAt);
    let loaded: Needle | Run | undefined;

    const put = (needle: Needle) => {
      if (needle === loaded) return;
      const head = new Uint8Array(memory.buffer, 0, dataAt);
      head.set(needle.bytes);
      head.set(needle.masks, masksAt);
      loaded = needle;
    };

    const putRun = (run: Run) => {
      if (run === loaded) return;
      const head = new Uint8Array(memory.buffer, 0, dataAt);
      head.set(upperBits, bitsAt);
      run.places.forEach(({ table, offset }, i) => {
        head.set(table, tablesAt + 16 * i);
        head[offsetsAt + i] = offset;
      });
      loaded = run;
    };

    return {
      get bytes() {
        return bytes;
      },
      grow(size) {
        if (size > maxBytes) return false;
        const present = memory.buffer.byteLength / page;
        if (pages(size) <= present) return true;
        try {
          memory.grow(Math.min(pages(maxBytes), Math.max(pages(size), present + step)) - present);
        } catch {
          return false;
        }
        bytes = new Uint8Array(memory.buffer, dataAt);
        return true;
      },
      find(needle, from, to) {
        const { length } = needle.bytes;
        if (to - from < length) return -1;
        put(needle);
        const [one, two] = needle.rarest;
        const at = find(dataAt + from, dataAt + to - length + 1, length, one, two);
        return at < 0 ? -1 : at - dataAt;
      },
      findRun(run, from, to) {
        if (to - from < run.length) return -1;
        putRun(run);
        const at = findRun(dataAt + from, dataAt + to - run.length + 1, run.places.length);
        return at < 0 ? -1 : at - dataAt;
      },
      kinds: (from, to) => kinds(dataAt + from, dataAt + to),
    };
  } catch {
    return undefined;
  }
}

interface Functions {
  find(at: number, last: number, length: number, one: number, two: number): number;
  findRun(at: number, last: number, places: number): number;
  kinds: ByteFinder["kinds"];
}

/** A bit for each upper half of an ASCII byte. For the others there is what no table holds. */
const upperBits = Uint8Array.from({ length: 16 }, (_, upper) => (upper < 8 ? 1 << upper : 255));

let known: WebAssembly.Module | null | undefined;

function simdModule(): WebAssembly.Module | null {
  if (known === undefined) {
    try {
      known = new WebAssembly.Module(assemble([findFunction(), findRunFunction(), kindsFunction()]));
    } catch {
      known = null;
    }
  }
  return known;
}

/**
 * find(at, last, length, one, two): the first address from `at` to below `last` where the needle of `length` bytes lies,
 * or -1. Its bytes `one` and `two` are compared in 16 places at once, the others where both are right.
 */
function findFunction(): Func {
  const [at, last, length, one, two, here, i, places, byteOne, maskOne, byteTwo, maskTwo] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ] as const;
  const right = (address: readonly number[], offset: number, byte: number, mask: number) =>
    v128.equal8(v128.or(v128.load(i32.add(address, get(offset))), get(mask)), get(byte));
  /** Which of the 16 places from an address on may hold the needle. */
  const candidates = (ahead: number) => {
    const address = i32.add(get(at), i32.const(ahead));
    return v128.and(right(address, one, byteOne, maskOne), right(address, two, byteTwo, maskTwo));
  };
  const add = (local: number, amount: number) => set(local, i32.add(get(local), i32.const(amount)));
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
              leaveIf(
                1,
                v128.anyTrue(v128.or(v128.or(candidates(0), candidates(16)), v128.or(candidates(32), candidates(48)))),
              ),
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
 * findRun(at, last, places): the first address from `at` to below `last` where every place of the row holds a character
 * of its set, or -1. Each place is looked at in 16 rows at once, until none of them is left.
 */
function findRunFunction(): Func {
  const [at, last, places, i, left, now, bit] = [0, 1, 2, 3, 4, 5, 6] as const;
  const table = v128.load(i32.add(i32.shiftLeft(get(i), i32.const(4)), i32.const(tablesAt)));
  // A byte beyond ASCII keeps its highest bit, and so is no index.
  const lower = v128.and(get(now), v128.splat8(i32.const(0x8f)));
  const upper = v128.shiftRight8(get(now), i32.const(4));
  return {
    name: "findRun",
    params: 3,
    locals: ["i32", "v128", "v128", "v128"],
    body: [
      block(
        loop(
          leaveIf(1, i32.atLeast(get(at), get(last))),
          set(i, i32.const(0)),
          set(left, v128.splat8(i32.const(-1))),
          block(
            loop(
              set(now, v128.load(i32.add(get(at), i32.load8(get(i), offsetsAt)))),
              set(bit, v128.swizzle8(v128.load(i32.const(bitsAt)), upper)),
              set(left, v128.and(get(left), v128.equal8(v128.and(v128.swizzle8(table, lower), get(bit)), get(bit)))),
              leaveIf(1, i32.isZero(v128.anyTrue(get(left)))),
              leaveIf(0, i32.less(tee(i, i32.add(get(i), i32.const(1))), get(places))),
              set(i, i32.add(get(at), i32.trailingZeros(v128.bits8(get(left))))),
              leaveIf(3, i32.atLeast(get(i), get(last))),
              give(get(i)),
            ),
          ),
          set(at, i32.add(get(at), i32.const(16))),
          leave(0),
        ),
      ),
      i32.const(-1),
    ],
  };
}

/** kinds(at, end): which kinds of bytes there are, 16 at once, then one by one. */
function kindsFunction(): Func {
  const [at, end, zero, escaped, high, now] = [0, 1, 2, 3, 4, 5] as const;
  const gather = (loaded: readonly number[], size: number) =>
    block(
      loop(
        leaveIf(1, i32.less(get(end), i32.add(get(at), i32.const(size)))),
        set(now, loaded),
        set(zero, v128.or(get(zero), v128.equal8(get(now), v128.splat8(i32.const(0))))),
        set(escaped, v128.or(get(escaped), v128.equal8(get(now), v128.splat8(i32.const(27))))),
        set(high, v128.or(get(high), get(now))),
        set(at, i32.add(get(at), i32.const(size))),
        leave(0),
      ),
    );
  return {
    name: "kinds",
    params: 2,
    locals: ["v128", "v128", "v128", "v128"],
    body: [
      gather(v128.load(get(at)), 16),
      gather(v128.loadSplat8(get(at)), 1),
      i32.or(
        i32.or(v128.anyTrue(get(zero)), i32.shiftLeft(v128.anyTrue(get(escaped)), i32.const(1))),
        i32.shiftLeft(i32.differs(v128.bits8(get(high)), i32.const(0)), i32.const(2)),
      ),
    ],
  };
}
