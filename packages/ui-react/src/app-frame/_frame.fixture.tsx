import { createRoot } from "react-dom/client";
import { AppFrame, type AppFrameProps } from "./app-frame.tsx";

type Shown = Pick<AppFrameProps, "html" | "tool" | "input" | "result" | "theme" | "addresses">;

const place = document.createElement("div");
document.body.append(place);
const root = createRoot(place);

/** A page with one frame, and what the frame has asked for. */
const stage = {
  asked: [] as string[],
  show(props: Shown, offers: boolean) {
    const offered: Partial<AppFrameProps> = {
      async onCall(name, input) {
        stage.asked.push(`call ${name} ${JSON.stringify(input)}`);
        return { content: [{ type: "text", text: "called" }] };
      },
      async onOpenLink(url) {
        stage.asked.push(`open ${url}`);
        return true;
      },
    };
    root.render(<AppFrame title="A page" {...props} {...(offers ? offered : {})} />);
  },
};

export type FrameStage = typeof stage;

Object.assign(globalThis, { holdall: stage });
