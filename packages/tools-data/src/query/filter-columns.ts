import { jsonpath } from "json-p3";

const { FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression, RelativeQuery } = jsonpath.expressions;
const { NameSelector } = jsonpath.selectors;

/** The expression inside the brackets of `$[?…]`. */
export type FilterExpression = jsonpath.expressions.FilterExpression;

/** `name` of `@.name`. */
export function nameOf({ path }: jsonpath.expressions.RelativeQuery): string | undefined {
  const [segment, ...more] = path.segments;
  const [selector, ...others] = segment?.selectors ?? [];
  return selector instanceof NameSelector && more.length === 0 && others.length === 0 ? selector.name : undefined;
}

/** The names of all columns that a filter looks at. */
export function columnsIn(expression: FilterExpression): Set<string> {
  const found = new Set<string>();
  const visit = (each: FilterExpression): void => {
    if (each instanceof RelativeQuery) addName(each, found);
    else if (each instanceof LogicalExpression) visit(each.expression);
    else if (each instanceof PrefixExpression) visit(each.right);
    else if (each instanceof FunctionExtension) each.args.forEach(visit);
    else if (each instanceof InfixExpression) {
      visit(each.left);
      visit(each.right);
    }
  };
  visit(expression);
  return found;
}

function addName(query: jsonpath.expressions.RelativeQuery, found: Set<string>): void {
  const name = nameOf(query);
  if (name !== undefined) found.add(name);
}
