/** What Node calls an operating system. */
export type Platform = NodeJS.Platform;

/** The operating system of this process; undefined in a browser. The only place that asks for it, so that callers can be tested for another one. */
export const hostPlatform = (): Platform | undefined => globalThis.process?.platform;

/** Whether the operating system is Windows: drives, no signals, no process groups, no permission bits. */
export const isWindows = (platform: Platform | undefined = hostPlatform()): boolean => platform === "win32";

/** Whether the operating system is Linux: /proc, handles of folders, inotify. */
export const isLinux = (platform: Platform | undefined = hostPlatform()): boolean => platform === "linux";
