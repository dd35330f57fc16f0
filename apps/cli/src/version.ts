import manifest from "../package.json" with { type: "json" };

/** The version of this command. */
export const version: string = manifest.version;

/** False in a checkout, whose version no registry has. */
export const isPublished = version !== "0.0.0";
