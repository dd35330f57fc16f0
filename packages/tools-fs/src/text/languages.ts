/** The non-ASCII letters of a language in one case; `ranked` when their order is that of their frequency. */
export interface Language {
  readonly letters: string;
  readonly ranked?: boolean;
}

const flat = (...letters: readonly string[]): Language[] => letters.map((value) => ({ letters: value }));
const ranked = (...letters: readonly string[]): Language[] =>
  letters.map((value) => ({ letters: value, ranked: true }));

const western = flat(
  "éèàçêâîôûùëïüœ",
  "äöüß",
  "áéíóúñü¿¡",
  "ãõáéíóúâêôàçü",
  "åäöøæé",
  "àèéìòù",
  "ðþáéíóúýæö",
  "ëïéèüö",
);
const central = flat("íáéěýžřščůúňťďó", "ąęółśćżźń", "áéíóöőúüű", "čšžćđ", "áäčďéíĺľňóôŕšťúýž", "ăâîşţ");
const cyrillic = ranked("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", "оанівтеріксмдлпуяьзйбгчхїцюєжшщфґ");
const southSlavic = ranked(
  "аиоетнрсвлкдпмзъгбщячужцйхшюьф",
  "аиоенрстувдкљмплјзгбћчцшжђњхџф",
  "аоиетнрсвдкјлпумзгчбшцжѓќњљхџфѕ",
);
const allCyrillic = [...cyrillic, ...southSlavic];
const greek = ranked("αοιετσνηρυπκλμωάίόέήύδγχθςφβώξζψϊ");
const hebrew = ranked("יוהלאתרמבשנדםחקעפגצסטזןכךץף\u05b4\u05b8\u05b7\u05b0\u05b6\u05bc\u05b9\u05b5\u05bb\u05c1\u05c2");
const arabic = ranked("اليمونرتبةعدسفهكقحجأصشضخطزذئثىغءإظآؤ،ًٌٍَُِّْپچژگ");

/** Single-byte encodings and the languages they are told by. */
export const languages: Readonly<Record<string, readonly Language[]>> = {
  "windows-1252": western,
  "windows-1251": allCyrillic,
  "koi8-r": cyrillic,
  "koi8-u": cyrillic,
  "iso-8859-5": allCyrillic,
  ibm866: cyrillic,
  ibm855: allCyrillic,
  "x-mac-cyrillic": allCyrillic,
  "windows-1250": central,
  "iso-8859-2": central,
  "windows-1253": greek,
  "iso-8859-7": greek,
  "windows-1254": flat("ışğüçöâî\u0130"),
  "windows-1255": hebrew,
  "iso-8859-8": hebrew,
  "windows-1256": arabic,
  "iso-8859-6": arabic,
  "windows-1257": flat("ėšųžįąūčę", "āīēšūņļķģčž", "äõöüšž"),
  "windows-1258": flat("đâêôơưăáàéèíóúýùì\u0300\u0301\u0303\u0309\u0323"),
  "windows-874": ranked("านรอกเ่้งมัยลวีดทิสต็ะปบคหืแจุำพชูขใไโ์ผซถศญธณฟภษฉฝฐๆฮฆฏฤฬฎฑฒฌฯ"),
};

/** Encodings of two bytes a character, with characters that every text of their language has. */
export const doubleByte: readonly { readonly encoding: string; readonly common: string }[] = [
  { encoding: "shift_jis", common: "日本人一大年会国出的中ー・「」" },
  { encoding: "euc-jp", common: "日本人一大年会国出的中ー・「」" },
  { encoding: "euc-kr", common: "이다는을의에하고가지로한도를은인사기리아어나대서" },
  { encoding: "johab", common: "이다는을의에하고가지로한도를은인사기리아어나대서" },
  {
    encoding: "gb18030",
    common:
      "的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动，：“”",
  },
  {
    encoding: "big5",
    common:
      "的一是了我不人在他有這個上們來到時大地為子中你說生國年著就那和要她出也得裡後自以會家可下而過天去能對小多然於心學麼之都好看起發當沒成只如事把還用第樣道想作種開美總從無情己面最女但現前些所同日手又行意動，：「」",
  },
];
