import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

export interface WindowRowsProps {
  readonly count: number;
  /** One row, drawn on one line of the style's `--holdall-line`. */
  readonly row: (index: number) => ReactNode;
  readonly label: string;
  /** Characters of the longest row, so that the width stays as one scrolls. */
  readonly columns: number;
}

const LINE = 20;
const AROUND = 20;
/** Rows that are drawn at once; with more, only those in sight are. */
const WHOLE = 200;

/** Rows of one height. However many there are, the page draws those in sight; few are drawn whole, so that the browser finds in them. */
export function WindowRows({ count, row, label, columns }: WindowRowsProps): ReactNode {
  const box = useRef<HTMLElement>(null);
  const [[from, to], setRange] = useState<readonly [number, number]>([0, WHOLE]);
  const isWindowed = count > WHOLE;

  useLayoutEffect(() => {
    const scroller = box.current;
    if (!scroller || !isWindowed) return undefined;
    const look = () => {
      const first = Math.max(0, Math.floor(scroller.scrollTop / LINE) - AROUND);
      const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / LINE) + AROUND;
      setRange((now) => (now[0] === first && now[1] === last ? now : [first, last]));
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, [isWindowed]);

  const [start, end] = isWindowed ? [Math.min(from, count), Math.min(to, count)] : [0, count];
  const rows = Array.from({ length: end - start }, (_, at) => row(start + at));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a page has many of them, which are neither landmarks nor forms
    <section ref={box} role="group" className="holdall-rows" aria-label={label} tabIndex={0}>
      <div style={{ height: count * LINE, minWidth: `${columns}ch` }}>
        <div style={{ transform: `translateY(${start * LINE}px)` }}>{rows}</div>
      </div>
    </section>
  );
}
