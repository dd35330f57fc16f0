import { lazy } from "@holdall/tool-kit/file-tools";

/** Bundlers find the files by the form of these addresses. */
const addresses = () => [
  new URL("@expo-google-fonts/libertinus-serif/400Regular/LibertinusSerif_400Regular.ttf", import.meta.url),
  new URL(
    "@expo-google-fonts/libertinus-serif/400Regular_Italic/LibertinusSerif_400Regular_Italic.ttf",
    import.meta.url,
  ),
  new URL("@expo-google-fonts/libertinus-serif/700Bold/LibertinusSerif_700Bold.ttf", import.meta.url),
  new URL("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf", import.meta.url),
  new URL("dejavu-fonts-ttf/ttf/DejaVuSans.ttf", import.meta.url),
];

/** The fonts of documents, fetched with the first that needs them: Latin, Greek, Cyrillic, Hebrew, Arabic and others. */
export const documentFonts: () => Promise<readonly Uint8Array[]> = lazy(() => Promise.all(addresses().map(load)));

async function load(address: URL): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The font ${address.pathname} cannot be loaded: ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}
