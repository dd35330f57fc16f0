/** A page of the little web that comes with the playground. The town, its bridge and its hosts are made up. */
export interface SamplePage {
  readonly url: string;
  readonly title: string;
  readonly published: string;
  readonly paragraphs: readonly string[];
}

const ofTheBridge = [
  "The harbor bridge of Larkhaven was opened on 4 May 1931.",
  "The bridge is 312 meters long and carries two lanes and a tram line.",
  "Its middle part can be raised for tall ships, which happens about 200 times a year.",
];

export const samplePages: readonly SamplePage[] = [
  {
    url: "https://bridges.example/larkhaven",
    title: "The harbor bridge of Larkhaven",
    published: "2024-03-02",
    paragraphs: [
      ...ofTheBridge,
      "It was painted green in 1958 and gray again in 1974.",
      "From March 2009 to April 2010 the bridge was closed for repairs.",
    ],
  },
  {
    url: "https://archive.larkhaven.example/1931",
    title: "Larkhaven in 1931",
    published: "2019-11-10",
    paragraphs: [
      "Forty thousand people crossed the new harbor bridge of Larkhaven on the day it was opened, 4 May 1931.",
      "Before the bridge, a ferry took eleven minutes across the harbor.",
      "The tram over the bridge began to run in August 1931.",
    ],
  },
  {
    url: "https://mirror.example/larkhaven-bridge",
    title: "Larkhaven harbor bridge (mirror)",
    published: "2025-01-15",
    paragraphs: [
      ...ofTheBridge,
      "It was painted green in 1958 and gray again in 1974.",
      "From March 2009 to April 2010 the bridge was closed for repairs.",
    ],
  },
  {
    url: "https://travel.example/ten-sights",
    title: "Ten sights of Larkhaven",
    published: "2022-06-30",
    paragraphs: [
      "The harbor bridge of Larkhaven was opened in 1930 and is the best place to watch ships.",
      "Take the tram to the middle of the bridge at sunset.",
      "The old fish market closes at noon.",
    ],
  },
  {
    url: "https://bakery.example/larkhaven",
    title: "A bakery at the harbor",
    published: "2026-02-01",
    paragraphs: ["We bake rye bread at four in the morning.", "The shop is closed on Mondays."],
  },
];

/** A page as its server would send it. */
export const htmlOf = ({ title, published, paragraphs }: SamplePage): string =>
  [
    `<!doctype html><html lang="en"><head><title>${title}</title>`,
    `<meta property="article:published_time" content="${published}"></head><body><main><article><h1>${title}</h1>`,
    ...paragraphs.map((text) => `<p>${text}</p>`),
    "</article></main></body></html>",
  ].join("\n");
