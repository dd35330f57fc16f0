import { askService } from "../../../scripts/testing/ask-service.ts";

/** A database for one test file on the server that the tests of a run share, or the reason why there is none. */
export const openPostgres = (): Promise<{ readonly url: string } | string> => askService("postgres");
