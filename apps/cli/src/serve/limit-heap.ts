/**
 * Keep the memory of a server low, which a host starts with every window: collect garbage when it has grown by 40 % of what is
 * in use, and keep the space of new objects as small as it starts. V8 reads both flags whenever it collects.
 */
export function limitHeap(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--heap-growing-percent=40");
  setFlagsFromString("--semi-space-growth-factor=1");
}
