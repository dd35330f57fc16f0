/** The characters of source code and prose, the most common first. */
const common = " etrnoasi\nldc_pfum,h.)(g:\"yb'=x*T0/;wEvAI-SkRL{}C#1NPO>2MDG`F[]3BU<45X\\86qzHj&9?WV7|+@KY$!%JZQ~^";

/** How rare a character is, in bits. */
export function rarity(code: number): number {
  const rank = common.indexOf(String.fromCharCode(code));
  return rank < 0 ? 11 : 2.5 + 0.85 * Math.sqrt(rank);
}

/** Literals met more often than once in about a hundred characters are not searched for on their own. */
export const minRarity = 7;

/** How rarely one of the texts is met by chance, in bits: 10 for once in 2^10 characters; 0 for no texts. */
export function rarityOf({ anyOf }: { readonly anyOf: readonly string[] }): number {
  let chance = 0;
  for (const text of anyOf) {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum += rarity(text.charCodeAt(i));
    chance += 2 ** -sum;
  }
  return anyOf.length === 0 ? 0 : -Math.log2(chance);
}
