import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { analyzeCommand } from "@holdall/shell-analysis";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { tempFolder } from "../tests/_session.fixture.ts";
import { networkNeed } from "./network-need.ts";

/** A repository with remotes. */
function repository(...urls: readonly string[]): string {
  const root = tempFolder();
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, "sub"));
  const remotes = urls.map((url, i) => `[remote "r${i}"]\n\turl = ${url}\n`);
  writeFileSync(join(root, ".git/config"), `[core]\n\tbare = false\n${remotes.join("")}`);
  return join(root, "sub");
}

const need = (command: string, folder: string) => {
  const cwd = toPath(folder);
  return networkNeed(analyzeCommand(command, { cwd }), cwd);
};

const far = "https://git.example.com/a.git";

test.each([
  ["git fetch", "git fetch"],
  ["git pull --rebase origin main", "git pull"],
  ["git push -u origin main", "git push"],
  ["git remote update", "git remote"],
  ["git submodule update --init", "git submodule"],
  ["git clone https://git.example.com/a.git", "git to git.example.com"],
  ["npm install", "npm install"],
  ["pip install requests", "pip install"],
  ["curl -s https://example.com", "curl to example.com"],
  ["git -C .. fetch origin", "git fetch"],
  ["cd . && npm install left-pad && npm test", "npm install"],
  ["timeout 60 npx cowsay hi; true", "npx cowsay"],
  ["npm exec cowsay", "npm exec"],
  ["npm view react version", "npm view"],
  ["yarn", "yarn"],
  ["python3 -m pip install requests", "pip install"],
  ["uvx ruff check", "uvx ruff"],
  ["cargo install ripgrep", "cargo install"],
  ["go get example.com/a", "go get"],
  ["apt-get update", "apt-get update"],
  ["docker pull alpine", "docker pull"],
])("%s is known to need the network", (command, what) => {
  expect(need(command, repository(far))).toContain(what);
});

test.each([
  ["git status"],
  ["git remote -v"],
  ["git fetch ../other"],
  ["npm install --offline"],
  ["curl 127.0.0.1:3000"],
  ["curl -s https://example.com || true; make"],
  ["npm test"],
  ["npm init -y"],
  ["pip install -e ."],
  ["cargo build"],
  ["go install ./..."],
  ["docker ps"],
])("%s may do without", (command) => {
  expect(need(command, repository(far))).toBeUndefined();
});

test("git fetch needs none where a remote is on this machine, or there is none", () => {
  expect(need("git fetch", repository("git@example.com:a.git", "ssh://example.com/a"))).toBe("git fetch");
  for (const url of ["/srv/a.git", "../a.git", "file:///srv/a.git"])
    expect(need("git fetch", repository(far, url))).toBeUndefined();
  expect(need("git fetch", repository())).toBeUndefined();
  expect(need("git fetch", tempFolder())).toBeUndefined();
});
