import type { Progress } from "@holdall/tool-core";

/** Wait for work, with a sign of life from time to time. */
export async function* withHeartbeat<T>(
  work: Promise<T>,
  milliseconds: number,
  sign: () => Progress,
): AsyncGenerator<Progress, T, void> {
  let isDone = false;
  const finish = () => {
    isDone = true;
  };
  work.then(finish, finish);
  await Promise.resolve();
  while (!isDone) {
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([work.then(finish, finish), pause]);
    clearTimeout(timer);
    if (!isDone) yield sign();
  }
  return await work;
}
