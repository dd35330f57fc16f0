export {
  type Address,
  type AddressRange,
  addressClass,
  isRange,
  readAddress,
  readRange,
  within,
} from "./addresses.ts";
export { pinnedLookup } from "./pinned-lookup.ts";
