export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
