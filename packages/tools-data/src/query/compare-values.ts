import { compareNumbers, isAnyNumber } from "../table/compare-numbers.ts";
import { isExactNumber } from "../table/exact-number.ts";

/** What no value is: a key that is not there. */
export const nothing = Symbol("nothing");

/** By RFC 9535, §2.3.5.2.2, with all digits of numbers; nested values are equal when their JSON is. */
export function compareValues(left: unknown, operator: string, right: unknown): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isEqual(left, right);
    case ">=":
      return isLess(right, left) || isEqual(left, right);
    default:
      return false;
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isAnyNumber(left) || isAnyNumber(right))
    return isAnyNumber(left) && isAnyNumber(right) && compareNumbers(left, right) === 0;
  return (
    typeof left === "object" &&
    typeof right === "object" &&
    left !== null &&
    right !== null &&
    canonical(left) === canonical(right)
  );
}

const isLess = (left: unknown, right: unknown): boolean =>
  isAnyNumber(left) && isAnyNumber(right)
    ? compareNumbers(left, right) < 0
    : typeof left === "string" && typeof right === "string" && left < right;

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "bigint"
      ? { "": String(item) }
      : typeof item === "object" && item !== null && !Array.isArray(item) && !isExactNumber(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
  );
