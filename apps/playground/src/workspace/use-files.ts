import { type Backend, type Entry, toPath } from "@holdall/tool-core";
import { useCallback, useEffect, useRef, useState } from "react";

export interface Listing {
  readonly files: readonly Entry[];
  /** More files than the page lists. */
  readonly isCut: boolean;
  /** Nothing is known yet. */
  readonly isLoading?: boolean | undefined;
  readonly problem?: string | undefined;
}

const most = 2_000;

interface Files {
  readonly listing: Listing;
  /** Something has changed without a call. */
  readonly refresh: () => void;
}

/** The files of a workspace, listed again when a call ended or another tab changed something. */
export function useFiles(backend: Backend, subscribe: (onChange: () => void) => () => void): Files {
  const [listing, setListing] = useState<Listing>({ files: [], isCut: false, isLoading: true });
  const latest = useRef(() => {});
  useEffect(() => {
    const stop = new AbortController();
    let isListing = false;
    let isStale = false;
    const refresh = async () => {
      if (isListing) {
        isStale = true;
        return;
      }
      isListing = true;
      do {
        isStale = false;
        const next = await listAll(backend);
        if (!stop.signal.aborted) setListing(next);
      } while (isStale && !stop.signal.aborted);
      isListing = false;
    };
    latest.current = () => void refresh();
    void refresh();
    const unsubscribe = subscribe(() => void refresh());
    const poll = backend.watch ? undefined : setInterval(() => void refresh(), 2_000);
    void follow(backend, stop.signal, refresh);
    return () => {
      stop.abort();
      unsubscribe();
      clearInterval(poll);
    };
  }, [backend, subscribe]);
  return { listing, refresh: useCallback(() => latest.current(), []) };
}

async function listAll(backend: Backend): Promise<Listing> {
  const files: Entry[] = [];
  try {
    for await (const entry of backend.list(toPath("/"), { recursive: true })) {
      if (entry.kind !== "file") continue;
      if (files.length === most) return { files, isCut: true };
      files.push(entry);
    }
    return { files, isCut: false };
  } catch (error) {
    return { files, isCut: true, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Listen for changes by others, if the backend reports them. */
async function follow(backend: Backend, signal: AbortSignal, onChange: () => Promise<void>): Promise<void> {
  if (!backend.watch) return;
  try {
    for await (const _ of backend.watch(toPath("/"), { signal })) void onChange();
  } catch {
    // A watch that ends leaves the listing as calls update it.
  }
}
