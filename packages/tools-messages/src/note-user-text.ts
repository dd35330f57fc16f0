/** For hosts that tell a session what its user writes, and load no tools for messages. */
export { noteUserText } from "./named-addresses.ts";
