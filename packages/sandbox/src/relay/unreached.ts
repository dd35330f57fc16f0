/** What a program did not reach. */
export interface Unreached {
  /** Hosts that are not named. */
  readonly hosts: readonly string[];
  /** Why other connections failed, and how many hosts there were besides: sentences. */
  readonly reasons: readonly string[];
}

/** Hosts and reasons that are kept until they are taken. A program can ask for any number of them. */
const most = 20;

/** Keep what a program did not reach, each host once. */
export function createUnreached() {
  const hosts = new Set<string>();
  const failed = new Map<string, string>();
  let further = 0;
  const add = (size: number, isNew: boolean, keep: () => void) => {
    if (!isNew) return;
    if (size < most) keep();
    else further++;
  };
  return {
    addHost: (host: string) => add(hosts.size, !hosts.has(host), () => hosts.add(host)),
    addFailed: (host: string, why: string) => add(failed.size, !failed.has(host), () => failed.set(host, why)),
    take(): Unreached {
      const rest = further === 0 ? [] : [`${further} more requests for other hosts were refused or failed.`];
      const taken = { hosts: [...hosts], reasons: [...failed.values(), ...rest] };
      hosts.clear();
      failed.clear();
      further = 0;
      return taken;
    },
  };
}
