import { type Backend, ToolError } from "@holdall/tool-core";

/** A backend whose changes from the nth on can fail, before or after they happen. For tests only. */
export function faulty(backend: Backend) {
  const plan = {
    failAt: Number.POSITIVE_INFINITY,
    failUntil: Number.POSITIVE_INFINITY,
    late: false,
    calls: 0,
    onCall: () => {},
  };
  const step = async <T>(change: () => Promise<T>): Promise<T> => {
    const call = ++plan.calls;
    plan.onCall();
    const fails = call >= plan.failAt && call < plan.failUntil;
    if (fails && plan.late) await change();
    if (fails) throw new ToolError("unavailable", `Change ${call} failed.`);
    return change();
  };
  const { move } = backend;
  const wrapped: Backend = {
    ...backend,
    write: (...args) => step(() => backend.write(...args)),
    remove: (...args) => step(() => backend.remove(...args)),
    ...(move && { move: (...args) => step(() => move(...args)) }),
  };
  return { plan, backend: wrapped };
}
