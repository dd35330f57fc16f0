import type { Screen } from "../render/screen.ts";
import type { Choice, ChoiceEnd } from "./choice.ts";
import { choose } from "./choose.ts";
import { type Edited, editLine, type Typing } from "./edit-line.ts";
import { type KeyboardIo, openKeyboard } from "./keyboard.ts";
import { createLiveArea } from "./live-area.ts";
import { createPastes } from "./pastes.ts";
import { createTypeAhead, type TypeAhead } from "./type-ahead.ts";

interface Opening {
  readonly io: KeyboardIo;
  readonly screen: Screen;
  /** Ctrl-C where nothing is asked. */
  readonly interrupt: () => void;
  /** Esc there, and Ctrl-C where the user chooses. */
  readonly stop: () => void;
}

/** A terminal whose keys come one by one. What is typed while nothing is asked is kept for the next line. */
export interface Live extends Disposable {
  choose(choice: Choice, signal?: AbortSignal): Promise<ChoiceEnd>;
  edit(prompt: string, signal?: AbortSignal, typing?: Typing): Promise<Edited>;
  readonly typeAhead: TypeAhead;
}

export function openLive({ io, screen, interrupt, stop }: Opening): Live {
  const { stdout } = io;
  const keyboard = openKeyboard(io);
  const pastes = createPastes();
  const typeAhead = createTypeAhead(pastes);
  const write = (text: string) => void stdout.write(text);
  const area = createLiveArea({ columns: () => stdout.columns || 80, write });
  keyboard.listen({
    key(key) {
      if (key.name === "escape") stop();
      else if (key.ctrl && key.name === "c") interrupt();
      else typeAhead.key(key);
    },
    redraw: typeAhead.redraw,
  });
  return {
    typeAhead,
    async choose(choice, signal) {
      const end = await choose(choice, { screen, keyboard, area, rows: () => stdout.rows || 24, write }, signal);
      if (end.end === "interrupted") stop();
      return end;
    },
    edit: (prompt, signal, typing) =>
      editLine({
        prompt,
        typing,
        keyboard,
        pastes,
        output: stdout,
        signal,
        draft: typing ? typeAhead.takeDraft() : "",
      }),
    [Symbol.dispose]: () => keyboard[Symbol.dispose](),
  };
}
