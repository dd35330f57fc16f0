/** The named colors of CSS; the package brings no types. */
declare module "color-name" {
  const names: Readonly<Record<string, readonly [red: number, green: number, blue: number]>>;
  export = names;
}
