/** Stands in for an engine that a page does not use. */
const none = undefined;

export { none as parseHTML, none as renderMermaidASCII, none as renderMermaidSVG };
