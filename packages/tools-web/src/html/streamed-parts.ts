import { type Element, elementsOf } from "./tree.ts";

/** Put what React sent late (`<div hidden id="S:0">`) where its script would put it (`<template id="B:0">`). */
export function placeStreamedParts(root: Element): void {
  const late = new Map<string, Element>();
  const places: Element[] = [];
  for (const found of elementsOf(root)) {
    const id = found.attributes.id ?? "";
    if (found.tag === "div" && found.attributes.hidden !== undefined && /^S:[\da-f]+$/i.test(id)) {
      late.set(id.slice(2), found);
    }
    if (found.tag === "template" && /^[BP]:[\da-f]+$/i.test(id)) places.push(found);
  }
  if (late.size === 0) return;
  const placed = new Set<string>();
  for (const found of elementsOf(root)) {
    found.children = found.children.flatMap((child) => {
      const part =
        typeof child !== "string" && places.includes(child) ? late.get(child.attributes.id!.slice(2)) : undefined;
      if (!part || placed.has(part.attributes.id!)) return [child];
      placed.add(part.attributes.id!);
      found.holdsBlocks ||= part.holdsBlocks;
      return part.children.splice(0);
    });
  }
}
