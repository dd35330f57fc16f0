import type { Tour } from "../agent/step.ts";
import { tours } from "../agent/tours/tours.ts";

interface ToursProps {
  readonly isRunning: boolean;
  readonly onPlay: (tour: Tour) => void;
}

/** What scripted agents can show. */
export function Tours({ isRunning, onPlay }: ToursProps) {
  return (
    <ol className="tours" aria-label="Tours">
      {tours.map((tour) => (
        <li key={tour.title}>
          <button type="button" disabled={isRunning} onClick={() => onPlay(tour)}>
            <strong>{tour.title}</strong>
            <small>{tour.about}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}
