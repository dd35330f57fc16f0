import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";
import { columns, oneLine } from "../../render/text.ts";
import type { RedrawReason } from "../../terminal/keyboard.ts";
import { createLiveArea } from "../../terminal/live-area.ts";

export interface StatusPlace {
  readonly screen: Screen;
  readonly isLive: boolean;
  /** Stands at the right of the line; gets the seconds that are at the left. */
  readonly facts?: ((seconds: number) => string) | undefined;
  /** The line below it. */
  readonly below?: ((width: number) => string[]) | undefined;
  write(text: string): void;
}

export interface StatusLine {
  /** What is waited for, and how far it is. It says how long once that is worth a word. */
  show(what: string, detail?: string): void;
  /** Write something above it; where that was all of it, something else is waited for then. */
  above(write: () => void, next?: string): void;
  /** Gone until `resume`. */
  pause(): void;
  resume(): void;
  /** Nothing is waited for any more. */
  end(): void;
  redraw(why?: RedrawReason): void;
}

/** Seconds after which the time is shown. */
const patience = 3;
/** Milliseconds that a line stays, so that pieces of words do not make it flicker. */
const steady = 50;
/** Seconds between two words about the same where nothing is drawn over. */
const every = 30;

/** The lines at the end of a live screen that are drawn over; where one is read aloud, a sentence now and then; elsewhere nothing. */
export function createStatusLine({ screen, isLive, facts, below, write }: StatusPlace): StatusLine {
  const { dim } = styleFor(screen);
  const area = createLiveArea({ columns: () => screen.width, write });
  let [what, detail, since, toldAt] = ["", "", 0, 0];
  let isPaused = false;
  let drawnAt = 0;
  /** Draws what came while the last lines had to stay. */
  let soon: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  const seconds = () => Math.floor((performance.now() - since) / 1000);
  const draw = () => {
    clearTimeout(soon);
    soon = undefined;
    if (!isLive || isPaused || what === "") return;
    const width = screen.width - 1;
    const time = seconds() >= patience ? ` · ${seconds()} s` : "";
    const given = facts?.(seconds()) ?? "";
    const right = given === "" || columns(given) > width - 12 ? "" : ` · ${given}`;
    const told = detail === "" ? "" : ` · ${oneLine(detail, Math.floor(width / 3))}`;
    const room = Math.max(8, width - 4 - columns(time + told + right));
    const line = `  … ${oneLine(what, room)}${time}${told}${right}`;
    area.draw([dim(oneLine(line, width)), ...(below?.(width) ?? [])]);
    drawnAt = performance.now();
  };
  const tell = () => {
    if (seconds() - toldAt < every) return;
    toldAt = seconds();
    write(`${oneLine(`Still waiting for ${what} after ${toldAt} seconds.`, screen.width)}\n`);
  };
  const stop = () => {
    clearInterval(timer);
    clearTimeout(soon);
    [timer, soon] = [undefined, undefined];
    area.clear();
  };
  const begin = () => {
    draw();
    timer ??= setInterval(isLive ? draw : tell, 1000).unref();
  };
  return {
    show(next, further = "") {
      if (!isLive && !screen.spoken) return;
      if (next !== what) [since, toldAt] = [performance.now(), 0];
      [what, detail] = [next, further];
      if (isPaused) return;
      if (isLive && timer && performance.now() - drawnAt <= steady) soon ??= setTimeout(draw, steady).unref();
      else begin();
    },
    above(act, next = what) {
      area.clear();
      act();
      if (what !== "" && next !== what) [what, detail, since, toldAt] = [next, "", performance.now(), 0];
      draw();
    },
    pause() {
      isPaused = true;
      stop();
    },
    resume() {
      isPaused = false;
      if (what !== "") begin();
    },
    end() {
      what = "";
      stop();
    },
    redraw(why) {
      if (why === "resume") area.forget();
      draw();
    },
  };
}
