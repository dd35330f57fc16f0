/** What is drawn on: how wide it is now, whether it shows colours, and whether it is read aloud. */
export interface Screen {
  readonly width: number;
  readonly colour: boolean;
  /** Words instead of signs and columns, and nothing is drawn over. */
  readonly spoken?: boolean;
}

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface ScreenOptions {
  /** False: no colours, whatever the environment says. */
  readonly colour?: boolean | undefined;
  readonly spoken?: boolean | undefined;
}

/** The screen behind a stream: 80 columns where it does not say, 20 to 100; NO_COLOR, FORCE_COLOR and TERM=dumb are honoured. */
export function screenOf(
  stream: Stream,
  env: NodeJS.ProcessEnv,
  { colour = true, spoken = false }: ScreenOptions = {},
): Screen {
  return {
    get width() {
      return Math.min(100, Math.max(20, stream.columns || 80));
    },
    colour: colour && !spoken && showsColours(stream, env),
    ...(spoken && { spoken }),
  };
}

function showsColours({ isTTY }: Stream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return isTTY === true && env.TERM !== "dumb";
}
