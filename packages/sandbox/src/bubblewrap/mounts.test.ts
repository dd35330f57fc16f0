import { describe, expect, it } from "vitest";
import { mountsOf } from "./mounts.ts";

const secret = (path: string, isFolder = false) => ({ path, isFolder, identity: path });
const nothing = {
  ...{ roots: [], writable: [], readable: [], secrets: [], sockets: [], protectedPaths: [], above: [] },
  ...{ isReadOnly: false, temporary: 1_000, denied: { hidden: [], readOnly: [] } },
};

/** What ends up on a path: the last mount on it or around it. */
function mountOver(words: readonly string[], path: string): string {
  let over = "";
  words.forEach((word, at) => {
    const target =
      word === "--tmpfs" || word === "--proc" || word === "--dev"
        ? words[at + 1]
        : /bind/.test(word)
          ? words[at + 2]
          : undefined;
    if (target !== undefined && (target === path || path.startsWith(target === "/" ? "/" : `${target}/`)))
      over = `${word} ${target}`;
  });
  return over;
}

// Elsewhere than on Linux there are no mounts.
describe.skipIf(process.platform !== "linux")("mounts (skipped elsewhere than on Linux: there are none)", () => {
  it("keep what rules deny, whatever lies in it", () => {
    const { words } = mountsOf({
      ...nothing,
      roots: ["/srv/p", "/srv/p/locked/root"],
      readable: ["/srv/p/secret/shown"],
      protectedPaths: ["/srv/p/secret/.git", "/srv/p/locked/.git"],
      denied: {
        hidden: [{ ...secret("/srv/p/secret", true), rule: "read(secret)" }],
        readOnly: [{ ...secret("/srv/p/locked", true), rule: "write(locked)" }],
      },
    });
    for (const path of ["/srv/p/secret/shown/a", "/srv/p/secret/.git/config"])
      expect(mountOver(words, path)).toBe("--tmpfs /srv/p/secret");
    expect(mountOver(words, "/srv/p/locked/root/a")).toBe("--ro-bind /srv/p/locked/root");
    expect(mountOver(words, "/srv/p/a")).toBe("--bind /srv/p");
  });

  it("let what is named most precisely decide, in whatever order it is named", () => {
    const { words } = mountsOf({
      ...nothing,
      roots: ["/home/u/.config/holdall/own", "/home/u"],
      readable: ["/home"],
      secrets: [secret("/home/u/.config/holdall", true), secret("/home/u/.ssh", true), secret("/home/u/.npmrc")],
      protectedPaths: ["/home/u/.ssh", "/home/u/.npmrc", "/home/u/p/.git", "/home/u/.config/holdall/x"],
    });
    expect(mountOver(words, "/home/other")).toBe("--ro-bind /home");
    expect(mountOver(words, "/home/u/p/file")).toBe("--bind /home/u");
    expect(mountOver(words, "/home/u/p/.git/config")).toBe("--ro-bind /home/u/p/.git");
    expect(mountOver(words, "/home/u/.ssh/id_rsa")).toBe("--tmpfs /home/u/.ssh");
    expect(mountOver(words, "/home/u/.npmrc")).toBe("--ro-bind-data /home/u/.npmrc");
    expect(mountOver(words, "/home/u/.config/holdall/x")).toBe("--tmpfs /home/u/.config/holdall");
    expect(mountOver(words, "/home/u/.config/holdall/own/a")).toBe("--bind /home/u/.config/holdall/own");
    expect(mountOver(words, "/home/u/.config")).toBe("--bind /home/u/.config");
  });

  it("keep the kernel, devices and secrets from a root that is the whole disk", () => {
    const { words } = mountsOf({ ...nothing, roots: ["/"], secrets: [secret("/root/.ssh", true)] });
    expect(mountOver(words, "/opt/file")).toBe("--bind /");
    expect(mountOver(words, "/proc/sys/kernel/core_pattern")).toBe("--ro-bind /proc/sys");
    expect(mountOver(words, "/proc/1/environ")).toBe("--proc /proc");
    expect(mountOver(words, "/sys/kernel/profiling")).toBe("--ro-bind /sys");
    expect(mountOver(words, "/dev/mem")).toBe("--dev /dev");
    expect(mountOver(words, "/run/docker.sock")).toMatch(/--tmpfs \/run/);
    expect(mountOver(words, "/root/.ssh/id_rsa")).toBe("--tmpfs /root/.ssh");
  });

  it("make a socket in a folder that cannot be written unreachable, and leave those of the project", () => {
    const socket = (path: string) => ({ path, isFolder: false, identity: path });
    const request = {
      ...nothing,
      roots: ["/srv/p"],
      sockets: [socket("/srv/db.sock"), socket("/srv/p/dev.sock"), socket("/tmp/x.sock")],
    };
    const over = (how: typeof request, path: string) => {
      const { words } = mountsOf(how);
      return words[words.lastIndexOf(path) - 1];
    };
    expect(over(request, "/srv/db.sock")).toBe("/dev/null");
    expect(mountsOf(request).words).not.toContain("/srv/p/dev.sock");
    expect(mountsOf(request).words).not.toContain("/tmp/x.sock");
    expect(over({ ...request, isReadOnly: true }, "/srv/p/dev.sock")).toBe("/dev/null");
  });
});
