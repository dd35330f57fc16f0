import { createStorage } from "unstorage";

/** A storage for tests of other packages, which do not have the library. */
export const memoryStorage = () => createStorage();
