declare module "*.css";
declare module "*?url" {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: bundlers give the address of a file as its default export
  export default address;
}
