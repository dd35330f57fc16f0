import type { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type AppAddresses, confinePage } from "./confine-page.ts";

type ToolResult = Parameters<AppBridge["sendToolResult"]>[0];
type HostTool = NonNullable<NonNullable<ConstructorParameters<typeof AppBridge>[3]>["hostContext"]>["toolInfo"];

export interface AppFrameProps {
  /** The page that a server sent, as it came. */
  readonly html: string;
  /** What the frame is called for people who cannot see it, such as the server and the tool. */
  readonly title: string;
  /** The tool's definition, as the server listed it. */
  readonly tool: NonNullable<HostTool>["tool"];
  readonly input: Readonly<Record<string, unknown>>;
  /** The result as the server sent it; the page waits until there is one. */
  readonly result?: ToolResult | undefined;
  readonly theme?: "light" | "dark" | undefined;
  /** What the page may reach. Nothing by default, whatever it asks for. */
  readonly addresses?: AppAddresses | undefined;
  /**
   * Makes a call that the page asks for: through your session, so that its policy and its approvals hold. Without it the page
   * calls nothing.
   */
  readonly onCall?: ((name: string, input: unknown) => Promise<ToolResult>) | undefined;
  /** Asks the person about a link, and opens it. Without it the page opens nothing. */
  readonly onOpenLink?: ((url: string) => Promise<boolean>) | undefined;
  /** CSS pixels that the frame grows to; 600 by default. */
  readonly maxHeight?: number | undefined;
}

/**
 * A page that an MCP server sent with its tool (MCP Apps), in a frame without an origin: it sees nothing of your page, has no
 * network, and can only ask. Needs the package `@modelcontextprotocol/ext-apps`.
 */
export function AppFrame(props: AppFrameProps): ReactNode {
  const { html, title, addresses, tool, theme, input, result, maxHeight = 600 } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [bridge, setBridge] = useState<AppBridge>();
  const [height, setHeight] = useState(80);
  const [problem, setProblem] = useState<string>();
  const reach = JSON.stringify(addresses ?? {});

  useEffect(() => {
    const place = frame.current;
    const shown = place?.contentWindow;
    if (!place || !shown) return;
    let opened: AppBridge | undefined;
    let isGone = false;
    const open = async () => {
      const { AppBridge, PostMessageTransport } = await import("@modelcontextprotocol/ext-apps/app-bridge");
      const { onCall, onOpenLink, tool, theme } = latest.current;
      const can = { ...(onCall && { serverTools: {} }), ...(onOpenLink && { openLinks: {} }) };
      const hostContext = { toolInfo: { tool }, ...(theme && { theme }) };
      const made = new AppBridge(null, { name: "holdall", version: "1" }, can, { hostContext });
      opened = made;
      made.onsizechange = ({ height }) => height !== undefined && setHeight(Math.max(0, Math.ceil(height)));
      made.oncalltool = async ({ name, arguments: given }) => {
        const { onCall } = latest.current;
        if (!onCall) throw new Error("This page may call no tools.");
        return onCall(name, given ?? {});
      };
      made.onopenlink = async ({ url }) => {
        const isLink = /^https?:\/\//i.test(url);
        return { isError: !isLink || !(await latest.current.onOpenLink?.(url)) };
      };
      made.oninitialized = () => void (isGone || setBridge(made));
      await made.connect(new PostMessageTransport(shown, shown));
      if (isGone) return void made.close();
      place.srcdoc = confinePage(html, JSON.parse(reach) as AppAddresses);
    };
    open().catch((thrown: Error) => void (isGone || setProblem(thrown.message)));
    return () => {
      isGone = true;
      setBridge(undefined);
      void opened?.close();
    };
  }, [html, reach]);

  useEffect(() => {
    if (theme) bridge?.sendHostContextChange({ theme });
  }, [bridge, theme]);
  useEffect(() => {
    bridge?.sendToolInput({ arguments: input }).catch(() => {}); // it may have been closed meanwhile
  }, [bridge, input]);
  useEffect(() => {
    if (result) bridge?.sendToolResult(result).catch(() => {}); // the same
  }, [bridge, result]);

  if (problem !== undefined)
    return (
      <p className="holdall-more" role="alert">
        The page of {tool.name} cannot be shown: {problem}
      </p>
    );
  return (
    <iframe
      ref={frame}
      className="holdall-app"
      title={title}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      style={{ height: Math.min(height, maxHeight) }}
    />
  );
}
