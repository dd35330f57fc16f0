import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { oneLine } from "../render/text.ts";

interface Place {
  readonly screen: Screen;
  readonly isLive: boolean;
  write(text: string): void;
}

export interface StatusLine {
  /** What is waited for, and how far it is. It says how long once that is worth a word. */
  show(what: string, detail?: string): void;
  clear(): void;
}

/** Seconds after which the time is shown. */
const patience = 3;
/** Milliseconds that a line stays, so that pieces of words do not make it flicker. */
const steady = 50;
/** Seconds between two words about the same where nothing is drawn over. */
const every = 30;

/** The line at the end of a live screen that is drawn over; where one is read aloud, a sentence now and then; elsewhere nothing. */
export function createStatusLine({ screen, isLive, write }: Place): StatusLine {
  const { dim } = styleFor(screen);
  let [what, detail, since, told] = ["", "", 0, 0];
  let isDrawn = false;
  let drawnAt = 0;
  /** Draws what came while the last line had to stay. */
  let soon: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  const seconds = () => Math.floor((performance.now() - since) / 1000);
  const draw = () => {
    const time = seconds() >= patience ? ` · ${seconds()} s` : "";
    const line = `  … ${what}${time}${detail === "" ? "" : ` · ${detail}`}`;
    write(`${isDrawn ? "\r\x1b[2K" : ""}${dim(oneLine(line, screen.width - 1))}`);
    clearTimeout(soon);
    soon = undefined;
    isDrawn = true;
    drawnAt = performance.now();
  };
  const tell = () => {
    if (seconds() - told < every) return;
    told = seconds();
    write(`${oneLine(`Still waiting for ${what}, ${told} seconds.`, screen.width)}\n`);
  };
  return {
    show(next, further = "") {
      if (!isLive && !screen.spoken) return;
      if (next !== what) [since, told] = [performance.now(), 0];
      [what, detail] = [next, further];
      if (isLive && (!isDrawn || performance.now() - drawnAt > steady)) draw();
      else if (isLive) soon ??= setTimeout(draw, steady).unref();
      timer ??= setInterval(isLive ? draw : tell, 1000).unref();
    },
    clear() {
      clearInterval(timer);
      clearTimeout(soon);
      [timer, soon] = [undefined, undefined];
      if (isDrawn) write("\r\x1b[2K");
      isDrawn = false;
    },
  };
}
