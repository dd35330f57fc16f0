import type { Token, Tokens } from "marked";
import type { Screen } from "../screen.ts";
import type { Span } from "../spans.ts";
import { styleFor } from "../style.ts";

/**
 * What is in a line of Markdown, with its style. The address of a link is shown behind its text: what cannot be seen
 * cannot be judged.
 */
export function inlineSpans(tokens: readonly Token[], screen: Screen, paint: Span["paint"] = String): Span[] {
  const { bold, dim, cyan } = styleFor(screen);
  const within = (inner: readonly Token[] | undefined, style: Span["paint"]) =>
    inlineSpans(inner ?? [], screen, (text) => style(paint(text)));
  return tokens.flatMap((token): Span[] => {
    switch (token.type) {
      case "strong":
        return within(token.tokens, bold);
      case "em":
        return within(token.tokens, String);
      case "del":
        return within(token.tokens, dim);
      case "codespan": {
        const { text } = token as Tokens.Codespan;
        return [{ text: screen.colour || screen.spoken ? text : `\`${text}\``, paint: (each) => cyan(paint(each)) }];
      }
      case "link": {
        const { href, text, tokens: inner } = token as Tokens.Link;
        const shown = within(inner, String);
        return text === href || `mailto:${text}` === href
          ? shown
          : [...shown, { text: ` (${href})`, paint: (each) => dim(paint(each)) }];
      }
      case "image": {
        const { href, text } = token as Tokens.Image;
        return [{ text: `[image: ${text || href}]`, paint }];
      }
      case "br":
        return [{ text: "\n", paint }];
      case "escape":
        return [{ text: (token as Tokens.Escape).text, paint }];
      default:
        return "tokens" in token && token.tokens
          ? within(token.tokens, String)
          : [{ text: token.raw.replaceAll("\n", " "), paint }];
    }
  });
}
