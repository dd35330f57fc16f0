import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/**
 * Tabs as the ARIA practices describe them: arrows move and select, panels keep their state. Where one row has no room for all of
 * them, a list takes their place.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const [selected, setSelected] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const edge = { Home: 0, End: tabs.length - 1 }[event.key];
    const next = step === undefined ? edge : (selected + step + tabs.length) % tabs.length;
    if (next === undefined) return;
    event.preventDefault();
    setSelected(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className="tabs">
      <select
        className="tab-choice"
        aria-label={label}
        value={selected}
        onChange={({ target }) => setSelected(Number(target.value))}
      >
        {tabs.map(({ name }, at) => (
          <option key={name} value={at}>
            {name}
          </option>
        ))}
      </select>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} tabIndex={-1}>
        {tabs.map(({ name }, at) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`${id}-tab-${at}`}
            aria-controls={`${id}-panel-${at}`}
            aria-selected={at === selected}
            tabIndex={at === selected ? 0 : -1}
            onClick={() => setSelected(at)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, at) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== selected}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
