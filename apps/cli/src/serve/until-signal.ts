import type { Io } from "../io.ts";

/** Resolves when the user or the system asks the command to end. */
export async function untilSignal(io: Pick<Io, "onSignal">): Promise<void> {
  const asked = Promise.withResolvers<void>();
  using _ = io.onSignal(["SIGINT", "SIGTERM"], () => asked.resolve());
  await asked.promise;
}
