import type { FileBlock as FileData } from "@holdall/call-view";
import { type ReactNode, useEffect, useState } from "react";

/** Returns the current bytes of a file that a call has created or read. */
export type LoadFile = (path: string) => Promise<Uint8Array>;

interface FileBlockProps {
  readonly block: FileData;
  readonly loadFile?: LoadFile | undefined;
}

type Loaded = { readonly url: string; readonly picture?: string } | { readonly problem: string };

/**
 * A document or an image that can be viewed and saved. It is shown by its type, whatever its bytes are: never as a
 * page.
 */
export function FileBlock({ block: { path, name, mediaType, facts }, loadFile }: FileBlockProps): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (!loadFile) return;
    let url: string | undefined;
    let isGone = false;
    const show = (next: Loaded): void => {
      if (!isGone) setLoaded(next);
    };
    loadFile(path).then(
      (bytes) => {
        if (isGone) return;
        if (mediaType === pdf && !isPdf(bytes)) return show({ problem: "It is not a PDF now." });
        // An SVG that is opened on its own is a page with scripts, so its bytes have no address of that type.
        const isSvg = mediaType === svg;
        const type = isSvg ? "application/octet-stream" : mediaType;
        url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
        show({ url, ...(isSvg && { picture: `data:${svg},${encodeURIComponent(new TextDecoder().decode(bytes))}` }) });
      },
      (error: unknown) => show({ problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isGone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
      setLoaded(undefined);
    };
  }, [loadFile, path, mediaType]);
  const { url, picture = url } = loaded && "url" in loaded ? loaded : {};
  return (
    <div className="holdall-document">
      <p>
        <code>{name}</code>
        {facts.length > 0 && <small>{facts.join(" · ")}</small>}
        {url !== undefined && mediaType === pdf && (
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open<span className="holdall-hidden"> {name}</span>
          </a>
        )}
        {url !== undefined && (
          <a href={url} download={path.slice(path.lastIndexOf("/") + 1)}>
            Download<span className="holdall-hidden"> {name}</span>
          </a>
        )}
      </p>
      {picture !== undefined && isShown(mediaType) && preview(picture, name, mediaType)}
      {loaded && "problem" in loaded && <p className="holdall-more">No preview: {loaded.problem}</p>}
    </div>
  );
}

const pdf = "application/pdf";
const svg = "image/svg+xml";

/** Other files can be saved. */
const isShown = (mediaType: string): boolean => mediaType === pdf || mediaType.startsWith("image/");

function preview(url: string, name: string, mediaType: string): ReactNode {
  if (mediaType !== pdf) return <img className="holdall-image" src={url} alt={name} />;
  if (!navigator.pdfViewerEnabled) return <p className="holdall-more">This browser shows no PDFs. Download it.</p>;
  return <iframe src={`${url}#navpanes=0&view=FitH`} title={`Preview of ${name}`} />;
}

const isPdf = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
