// A module of its own, so that a bundle has only this of the library.
export { Tokenizer } from "htmlparser2";
