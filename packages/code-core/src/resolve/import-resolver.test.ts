import { expect, test } from "vitest";
import { createImportResolver } from "./import-resolver.ts";

const files: Readonly<Record<string, string>> = {
  "/w/tsconfig.json":
    '{ // base\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], "one": ["./src/one.ts"], }, } }',
  "/w/app/tsconfig.json": '{ "extends": "../tsconfig.json" }',
  "/w/package.json": '{ "name": "root", "imports": { "#db": { "node": "./src/db.ts" }, "#lib/*": "./src/lib/*.ts" } }',
  "/w/packages/ui/package.json":
    '{ "name": "@x/ui", "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" }, "./theme/*": "./src/theme/*.ts" } }',
  "/w/packages/old/package.json": '{ "name": "old", "main": "lib/main" }',
  "/w/go.mod": "module example.com/app\n",
  "/w/Cargo.toml": '[package]\nname = "my-crate"\n',
};
const paths = [
  ...Object.keys(files),
  ..."src/a.ts src/b/index.tsx src/one.ts src/db.ts src/lib/x.ts app/main.ts packages/ui/src/index.ts packages/ui/src/theme/dark.ts packages/old/lib/main.js"
    .split(" ")
    .map((path) => `/w/${path}`),
  ..."pkg/__init__.py pkg/core.py pkg/sub/__init__.py pkg/sub/deep.py src/tool/__init__.py src/tool/run.py script.py helper.py"
    .split(" ")
    .map((path) => `/w/${path}`),
  ..."server/server.go server/other.go src/lib.rs src/net/mod.rs src/net/tcp.rs src/util.rs java/com/a/B.java inc/x/y.h lib/rack/request.rb app/Http/Kernel.php lib/common.sh style/_base.scss style/main.scss"
    .split(" ")
    .map((path) => `/w/${path}`),
];
const resolve = createImportResolver({ paths, read: (path) => files[path] });

test.each([
  ["/w/src/a.ts", "./b", "/w/src/b/index.tsx"],
  ["/w/src/b/index.tsx", "../a.js", "/w/src/a.ts"],
  ["/w/src/b/index.tsx", "..", undefined],
  ["/w/app/main.ts", "@/one", "/w/src/one.ts"],
  ["/w/app/main.ts", "one", "/w/src/one.ts"],
  ["/w/app/main.ts", "src/a", "/w/src/a.ts"],
  ["/w/app/main.ts", "#db", "/w/src/db.ts"],
  ["/w/app/main.ts", "#lib/x", "/w/src/lib/x.ts"],
  ["/w/app/main.ts", "@x/ui", "/w/packages/ui/src/index.ts"],
  ["/w/app/main.ts", "@x/ui/theme/dark", "/w/packages/ui/src/theme/dark.ts"],
  ["/w/app/main.ts", "old", "/w/packages/old/lib/main.js"],
  ["/w/app/main.ts", "node:fs", undefined],
  ["/w/app/main.ts", "../../../../etc/passwd", undefined],
  ["/w/pkg/sub/deep.py", "..core", "/w/pkg/core.py"],
  ["/w/pkg/sub/deep.py", ".", "/w/pkg/sub/__init__.py"],
  ["/w/pkg/core.py", "pkg.sub.deep", "/w/pkg/sub/deep.py"],
  ["/w/script.py", "helper", "/w/helper.py"],
  ["/w/script.py", "tool.run", "/w/src/tool/run.py"],
  ["/w/script.py", "os.path", undefined],
  ["/w/server/other.go", "example.com/app/server", "/w/server/server.go"],
  ["/w/server/other.go", "fmt", undefined],
  ["/w/src/util.rs", "crate::net::tcp", "/w/src/net/tcp.rs"],
  ["/w/src/net/tcp.rs", "super::super::util", "/w/src/util.rs"],
  ["/w/src/net/tcp.rs", "my_crate::util", "/w/src/util.rs"],
  ["/w/java/com/a/B.java", "com.a.B", "/w/java/com/a/B.java"],
  ["/w/main.cpp", "<x/y.h>", "/w/inc/x/y.h"],
  ["/w/lib/rack.rb", "rack/request", "/w/lib/rack/request.rb"],
  ["/w/a.php", "App\\Http\\Kernel", "/w/app/Http/Kernel.php"],
  ["/w/run.sh", "./lib/common.sh", "/w/lib/common.sh"],
  ["/w/style/main.scss", "./base", "/w/style/_base.scss"],
])("%s imports %s", (from, specifier, expected) => {
  expect(resolve(from, specifier)).toBe(expected);
});
