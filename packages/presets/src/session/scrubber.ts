// The scrubber alone: a chunk that is loaded late must not import what the page itself is made of.
export { createScrubber } from "@holdall/middleware";
