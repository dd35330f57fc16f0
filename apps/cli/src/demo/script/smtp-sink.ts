import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail as a server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, with the line breaks of mail. */
  readonly text: string;
}

interface SmtpSink extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
}

/** A mail server on this machine that keeps what it gets and passes nothing on: enough of RFC 5321 for one mail after the other. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setEncoding("latin1");
    const answer = session((mail) => void received.push(mail));
    let rest = "";
    socket.on("data", (piece: string) => {
      const lines = (rest + piece).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const said = answer(line);
        if (said !== undefined) socket.write(`${said}\r\n`, "latin1");
        if (said?.startsWith("221")) socket.end();
      }
    });
    socket.on("error", () => {}); // a client that goes away
    socket.on("close", () => open.delete(socket));
    socket.write("220 demo ESMTP\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the server says to each line of one connection; nothing to the lines of a mail. */
function session(keep: (mail: ReceivedMail) => void): (line: string) => string | undefined {
  let from: string | undefined;
  let to: string[] = [];
  let data: string[] | undefined;
  const reset = () => {
    [from, to, data] = [undefined, [], undefined];
  };
  return (line) => {
    if (data) {
      if (line !== ".") {
        data.push(line.replace(/^\./, ""));
        return undefined;
      }
      keep({ from: from ?? "", to, text: data.join("\r\n") });
      reset();
      return "250 kept";
    }
    const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const [, address] = /^(?:FROM|TO):<([^<>]*)>/i.exec(rest) ?? [];
    switch (verb.toUpperCase()) {
      case "EHLO":
        reset();
        return "250-demo\r\n250 8BITMIME";
      case "HELO":
      case "RSET":
        reset();
        return "250 demo";
      case "NOOP":
        return "250 demo";
      case "QUIT":
        return "221 bye";
      case "MAIL":
        if (address === undefined) return "501 MAIL FROM:<address>";
        from = address;
        return "250 from";
      case "RCPT":
        if (address === undefined || from === undefined) return "503 MAIL comes first";
        to.push(address);
        return "250 to";
      case "DATA":
        if (to.length === 0) return "503 RCPT comes first";
        data = [];
        return "354 end with a dot";
      default:
        return "502 not here";
    }
  };
}
