/** What is drawn on: how wide it is, and whether it shows colours. */
export interface Screen {
  readonly width: number;
  readonly colour: boolean;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The screen behind a stream: 80 columns where it does not say, at most 100; NO_COLOR, FORCE_COLOR and TERM=dumb are honoured. */
export function screenOf(stream: Stream, env: NodeJS.ProcessEnv = process.env): Screen {
  const width = Math.min(100, Math.max(40, stream.columns ?? 80));
  if (env.NO_COLOR) return { width, colour: false };
  if (env.FORCE_COLOR) return { width, colour: env.FORCE_COLOR !== "0" };
  return { width, colour: stream.isTTY === true && env.TERM !== "dumb" };
}
