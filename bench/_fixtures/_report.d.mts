/** Print what a child measured, with the most memory it ever held, in MB. */
export function report(figures: object): void;
