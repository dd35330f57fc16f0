/** What is wrong with the address of a server; undefined if nothing is. */
export function urlProblem(address: string): string | undefined {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return "url is not an http or https address";
  const { username, password } = new URL(address);
  return username || password ? "url contains a user name or password; put them into headers" : undefined;
}
