/** The time limit of a command. Others count seconds, and no command is meant to end within one. */
export function timeLimit(
  given: number | undefined,
  { timeout: usual, maxTimeout }: { readonly timeout: number; readonly maxTimeout: number },
): { readonly timeout: number; readonly notes: string[] } {
  if (given === undefined) return { timeout: usual, notes: [] };
  const isSeconds = given < 1_000;
  const asked = isSeconds ? given * 1_000 : given;
  return {
    timeout: Math.min(asked, maxTimeout),
    notes: [
      ...(isSeconds ? [`timeout was interpreted as seconds: ${given} s. Milliseconds start at 1000.`] : []),
      ...(asked > maxTimeout ? [`timeout is limited to ${maxTimeout} ms; that was used instead of ${asked} ms.`] : []),
    ],
  };
}
