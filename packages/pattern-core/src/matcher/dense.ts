/** True when so many texts led to no match in so many characters that it is faster to look at every line. */
export const isDense = (misses: number, length: number): boolean => misses > 16 && misses * 256 > length;
