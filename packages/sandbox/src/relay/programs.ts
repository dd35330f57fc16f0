/**
 * What runs in the sandbox beside the program: it listens on loopback, and passes each connection on to the socket of the
 * relay. Its arguments are that socket and the port.
 */
export const listener = `const net = require("node:net");
const [path, port] = process.argv.slice(2);
const server = net.createServer({ allowHalfOpen: true }, (inside) => {
  const outside = net.connect({ path, allowHalfOpen: true });
  for (const [from, to] of [[inside, outside], [outside, inside]])
    from.on("error", () => to.destroy()).on("close", () => to.destroySoon()).pipe(to);
});
server.on("error", () => process.exit(1));
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("ready\\n"));
`;

/** Connects ssh to a host by the relay. Its arguments are the port of the relay, the host and the port. */
export const connector = `const [at, host, port] = process.argv.slice(2);
const name = (host.includes(":") ? "[" + host + "]" : host) + ":" + port;
const request = require("node:http").request({ host: "127.0.0.1", port: at, method: "CONNECT", path: name });
const fail = (why) => { process.stderr.write(why + "\\n"); process.exit(1); };
request.on("connect", (answer, socket, head) => {
  if (answer.statusCode !== 200) return fail(String(head));
  process.stdout.write(head);
  process.stdin.pipe(socket).pipe(process.stdout);
});
request.on("error", ({ message }) => fail(message)).end();
`;

/**
 * A command that starts the listener and becomes the program. The listener is not a child of the program, and ends with its
 * sandbox.
 */
export const startListening = [
  "node=$1 listener=$2 socket=$3 port=$4; shift 4; ready=",
  'exec {listening}< <( ( exec -c "$node" "$listener" "$socket" "$port" </dev/null 2>/dev/null ) & )',
  'read -r -t 20 -u "$listening" ready; exec {listening}<&-',
  '[[ $ready == ready ]] || { echo "holdall-relay: the relay of the sandbox did not start" >&2; exit 125; }',
  "unset node listener socket port ready listening",
  'exec "$@"',
].join("\n");
