import { stem } from "./stem.ts";

/** Words that tools and requests use for one another: one class a line. */
const classes = `
  get fetch retrieve obtain show display view read list find search lookup query check
  create add insert new generate build produce write compose
  delete remove erase clear drop destroy
  update edit modify change set alter adjust revise patch
  send post publish share submit deliver notify message
  start run launch execute begin trigger invoke
  stop cancel end abort terminate kill
  join merge combine concatenate
  copy duplicate clone
  download export save
  upload import load
  buy purchase order
  price cost fee
  picture image photo photograph
  movie film
  song music
  story tale
  job career employment
  car vehicle auto
  document file doc
  folder directory
  summary summarize overview
  convert transform translate
  compute calculate evaluate
  recommend suggest advise
  company business organization firm
  analyze examine inspect
  compare difference
  schedule calendar
  appointment meeting event
  remind reminder
  task todo
  money currency
  salary income wage
  loan mortgage credit
  payment charge pay
  invoice bill receipt
  refund reimburse
  learn study education course
  teach tutor lesson
  test exam quiz
  book reserve reservation
  trip travel
  vacation holiday
  flight airline
  hotel accommodation lodging
  route direction navigation
  location address place map
  nearby near
  weather forecast
  draw design art
  chart graph plot diagram
  color colour
  website site page url link
  article post blog
  news headline
  repository repo
  code program software
  ticket issue bug
  log history
  alert warning alarm
  statistic analytics metric
  password credential
  secure security
  error failure exception
  employee staff
  customer client
  user account
  group team
  kid child
  person people
  chat conversation dialog talk
  mail email
  phone telephone call
  text sms
  speech voice audio sound
  dictionary definition meaning
  vocabulary word
  recipe cook
  food meal dish
  restaurant dine
  diet nutrition
  exercise workout fitness
  health medical
  doctor physician
  medicine drug medication
  illness disease
  home house property apartment
  rent lease rental
  shop store
  discount coupon deal cheap
  gift present
  stock share
  game play
  sport match
  score result
  lawyer legal law
  resume cv
  list collection
  amount number count quantity
  random pick
  classify categorize label
  detect recognize identify spot
  extract parse scrape
  verify validate confirm
  register enroll subscribe
  login authenticate
  enlarge upscale resize
  crop trim cut
  mute silence
  light lamp bulb
  heating thermostat
  biggest largest highest maximum max
  smallest lowest minimum min
  average mean
  probability chance odds
  remainder modulo
  backwards reverse
  similar alike
  toxic offensive abusive insult hate
  noise denoise
  caption describe
  assign allocate
  approve accept
  reject decline refuse
  rank sort order
  filter exclude
  enable activate
  disable deactivate
  install setup
  backup snapshot
  tag label
  ad advertisement advert
  festival holiday
  attach attachment
  member participant attendee
  remark comment note
`;

/** What things are kinds of, where requests name the thing and tools the kind: `things: kinds`. */
const kinds = `
  usd eur gbp jpy cny inr chf cad aud brl mxn krw euro dollar pound yen yuan rupee franc peso: currency money exchange price
  bitcoin btc ethereum eth dogecoin blockchain coin token wallet nft: crypto cryptocurrency
  share ticker nasdaq portfolio dividend: stock market finance
  invest investor investment trade trading trader fund bond: finance stock market
  loan mortgage debt lend borrow interest: finance credit payment
  bank banking deposit withdraw: finance account money
  income salary wage earn paid afford: money finance
  tax vat deduction accountant: finance income
  pay paid bill owe charge: payment invoice
  celsius fahrenheit kelvin degree: temperature unit
  kilometer kilometre km mile meter metre foot feet inch centimeter cm mm yard: length distance unit
  kilogram kg gram pound ounce lb: weight unit
  liter litre gallon milliliter: volume unit
  january february march april june july august september october november december: date month
  monday tuesday wednesday thursday friday saturday sunday tomorrow yesterday: date day
  clock hour minute noon midnight: time
  appointment agenda meeting availability: calendar event schedule
  rain rainy snow sunny cloudy humid humidity wind windy hot warm cold storm umbrella temperature climate: weather forecast
  pollution smog pollen: air quality
  earthquake flood hurricane wildfire: disaster alert
  hungry eat lunch dinner breakfast meal cuisine sushi pizza dine: restaurant food
  cook cooking bake ingredient vegan vegetarian dish cake: recipe food
  calorie protein vitamin diet weight: nutrition health
  wine beer cocktail coffee: drink
  fly plane airline airport airfare: flight travel
  accommodation stay room lodging resort airbnb: hotel travel
  vacation holiday tourist tourism sightseeing itinerary destination abroad visit trip journey: travel
  train bus subway metro tram ferry: transport transit
  drive driving route commute navigate: map direction
  latitude longitude coordinates address city country town where: location
  suv sedan truck motorcycle tesla toyota ford bmw: car vehicle
  house home apartment flat condo rent bedroom landlord: property estate real
  hire hiring recruiter candidate internship resume cv position salary: job career
  doctor hospital symptom disease illness patient clinic pain medicine drug: health medical
  workout gym exercise yoga running muscle: fitness health
  anxiety stress sleep depression meditation: health mental
  school university college student teacher homework exam class tutor: education course learn
  algebra equation calculus geometry integral derivative matrix polynomial: math calculate
  sum plus minus times multiply divide: calculate number
  average mean median variance deviation correlation regression: statistics
  triangle circle square rectangle sphere cylinder: geometry area
  physics chemistry biology astronomy: science
  molecule compound atom element: chemistry
  gene dna rna protein genome: biology
  paper journal arxiv citation publication study: research scientific
  planet star moon mars nasa galaxy: space astronomy
  actor actress cinema film netflix series episode: movie tv
  singer album band lyrics playlist spotify artist track: music song
  novel author reading library chapter: book
  player puzzle chess quiz trivia: game
  football soccer basketball nba nfl tennis baseball cricket league: sports team
  journalist newspaper: news article
  clothes dress shoes outfit jewelry: fashion product
  shop shopping purchase store discount coupon bargain price: product
  makeup skin hair: beauty
  court attorney lawsuit contract: law legal
  zodiac tarot: horoscope astrology
  dog cat puppy: pet animal
  gardening flower: plant
  logo poster banner flyer illustration drawing painting sketch: image design
  jpg jpeg png gif selfie: image photo
  mp3 wav recording podcast: audio
  spoken speak: speech audio
  dictation transcript caption subtitle: speech transcribe
  mp4 youtube clip footage: video
  scan scanned handwriting handwritten ocr: document text recognition
  pdf docx txt: file document
  spreadsheet excel csv xlsx: table data sheet
  slide powerpoint deck: presentation
  visualize dashboard: chart data
  english french german spanish italian portuguese russian chinese japanese korean arabic hindi: language translate
  pronunciation dictionary: language word
  spelling typo grammar: text correct
  essay paragraph sentence: text write
  positive negative opinion feeling mood: sentiment emotion
  chatbot companion: conversation dialog chat
  gmail inbox: email message
  slack discord telegram whatsapp sms: message chat
  twitter facebook instagram tweet linkedin tiktok: social media post
  lead prospect: contact crm customer
  campaign seo advertisement: marketing ads
  http https www: url web page website
  google internet online: web search
  python javascript java programming developer debug: code
  commit branch merge push pull git: repository github
  defect crash: issue bug
  sql row column: database query table
  docker container pod deployment cluster: kubernetes
  cloud aws host: server deploy
  outage downtime uptime latency: monitoring incident alert
  ip dns domain whois: network domain
  password login hack vulnerability encrypt: security
  parcel package delivery courier ship: shipment tracking order
  old born birthday: age birth
  far: distance
  tall: height
  altitude summit: elevation
  heavy weigh: weight
  fast quick: speed
  long: length duration
  worth expensive cost: price value
  late: delay status
  big large: size
  win won beat lose lost: score result
  wake snooze: alarm
  forget remember: reminder
  sick ill fever cough headache flu: symptom health disease
  sing: song lyrics
  listen: music audio
  watch: video movie
  pronounce: pronunciation
  rhyme: poem word
  spell: spelling
  wear: clothes fashion
  owe: debt bill
  sell: sale market price
  owner own: user
  president parliament senate election vote: government politics
  king war empire century ancient: history
  capital population flag: country
  carbon emission solar electricity: energy
  door lamp thermostat heating: home device
  neural train dataset classifier classification: model machine learning
  chatgpt gpt llm openai: model text generation ai
  pixel mask: image segmentation
  transcribe transcription: speech recognition
  kanban sprint standup: task project
  kotlin rust golang typescript php ruby html css: code
  regex pattern: match search
  xml json yaml: data format
  zip tar archive: file compress
`;

let related: ReadonlyMap<string, readonly string[]> | undefined;

/** Stem → stems that may stand for it in a tool: the others of its classes, and what it is a kind of. Made at first use. */
export function readRelated(): ReadonlyMap<string, readonly string[]> {
  if (related) return related;
  const found = new Map<string, Set<string>>();
  const stems = (words: string) => words.trim().split(/\s+/).map(stem);
  const relate = (from: readonly string[], to: readonly string[]) => {
    for (const one of from) {
      const others = found.get(one) ?? new Set();
      for (const other of to) if (other !== one) others.add(other);
      found.set(one, others);
    }
  };
  for (const line of classes.trim().split("\n")) relate(stems(line), stems(line));
  for (const line of kinds.trim().split("\n")) {
    const [things = "", names = ""] = line.split(":");
    relate(stems(things), stems(names));
  }
  related = new Map([...found].map(([one, others]) => [one, [...others]]));
  return related;
}
