import { closeSync, openSync, statSync, writeSync } from "node:fs";

const cities = ["Rome", "Oslo", "Lima", "São Paulo", "京都", "Washington, D.C.", "Bonn", "Accra"];
const notes = ["plain", 'said ""no""', "one, two", "first\nsecond"];

/** Write rows of nine columns up to a size: zip codes, accounts of 19 digits, quoted commas, quotes, breaks, and text that is not ASCII. */
export function writeCsv(path: string, megabytes: number): void {
  write(path, megabytes, "id,zip,city,account,price,qty,active,day,note\n", (id) => {
    const note = id % 200 === 0 ? notes[3]! : notes[id % 3]!;
    return `${id},${zipOf(id)},"${cities[id % cities.length]}",${account(id)},${priceOf(id)},${id % 97},${id % 3 === 0},2024-0${1 + (id % 9)}-1${id % 10},"${note} of row ${id}"\n`;
  });
}

/** The same rows as JSON Lines. */
export function writeJsonl(path: string, megabytes: number): void {
  write(path, megabytes, "", (id) => {
    const row = `{"id":${id},"zip":"${zipOf(id)}","city":"${cities[id % cities.length]}","account":${account(id)},"price":${priceOf(id)},`;
    return `${row}"qty":${id % 97},"active":${id % 3 === 0},"day":"2024-0${1 + (id % 9)}-1${id % 10}","tags":["a",{"b":${id}}],"note":"row \\"${id}\\""}\n`;
  });
}

const zipOf = (id: number): string => String((id * 7919) % 100_000).padStart(5, "0");
const account = (id: number): string => `90071992547409${String(10_000 + (id % 90_000))}`;
const priceOf = (id: number): string => (((id * 104_729) % 100_000) / 100).toFixed(2);

function write(path: string, megabytes: number, head: string, line: (id: number) => string): void {
  const file = openSync(path, "w");
  writeSync(file, head);
  for (let id = 1, size = 0; size < megabytes * 1e6; ) {
    let text = "";
    while (text.length < 1_000_000 && size + text.length < megabytes * 1e6) text += line(id++);
    size += writeSync(file, text);
  }
  closeSync(file);
  if (statSync(path).size < megabytes * 1e6) throw new Error(`${path} was not written whole.`);
}
