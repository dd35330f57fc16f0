declare module "commonmark" {
  export class Parser {
    parse(markdown: string): object;
  }
  export class HtmlRenderer {
    render(document: object): string;
  }
}
