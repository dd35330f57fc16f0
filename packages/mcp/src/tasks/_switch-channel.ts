import type { Channel } from "../input/_channel.ts";

/** A channel that can be replaced while its call runs. */
export interface SwitchChannel extends Channel {
  /** From now on, only the other one is used, and only its signal counts. */
  switchTo(next: Channel): void;
}

export function switchChannel(first: Channel): SwitchChannel {
  const aborting = new AbortController();
  let current = first;
  const follow = (channel: Channel) => {
    const stop = () => {
      if (channel === current) aborting.abort(channel.signal.reason);
    };
    if (channel.signal.aborted) stop();
    else channel.signal.addEventListener("abort", stop, { once: true });
  };
  follow(first);
  return {
    get capabilities() {
      return current.capabilities;
    },
    signal: aborting.signal,
    request: (requests, signal) => current.request(requests, signal),
    question: () => current.question(),
    switchTo(next) {
      current = next;
      follow(next);
    },
  };
}
