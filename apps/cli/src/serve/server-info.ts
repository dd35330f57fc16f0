import { version } from "../version.ts";

/** What a client shows of this server. */
export const serverInfo = {
  name: "holdall",
  title: "Holdall",
  version,
  websiteUrl: "https://github.com/holdall/holdall",
  icons: [
    {
      src: "https://raw.githubusercontent.com/holdall/holdall/main/docs/images/icon.png",
      mimeType: "image/png",
      sizes: ["256x256"],
    },
  ],
};
