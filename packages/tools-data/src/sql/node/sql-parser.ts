import { parseExact } from "../../table/exact-number.ts";
import type { Engine } from "../engine/engine.ts";
import { notSelect, severalStatements, tooLong, wrongSql } from "../parse/sql-errors.ts";
import type { SqlNode } from "../parse/sql-node.ts";

/** The tree of one SELECT. The engine only reads the text. Throws `invalid_input` for everything else. */
export async function parseSql(engine: Engine, sql: string): Promise<SqlNode> {
  tooLong(sql);
  return oneStatement(parseExact(await convert(engine, "json_serialize_sql($1::VARCHAR)", sql)) as Serialized, sql);
}

/** The query of a tree. */
export const printSql = (engine: Engine, tree: SqlNode): Promise<string> =>
  convert(engine, "json_deserialize_sql($1::JSON)", JSON.stringify({ error: false, statements: [tree] }));

async function convert(engine: Engine, call: string, text: string): Promise<string> {
  const [row] = await engine.json(`SELECT ${call}`, [text]);
  return String(row?.[0]);
}

interface Serialized {
  readonly error: boolean;
  readonly error_type?: string;
  readonly error_message?: string;
  readonly position?: string;
  readonly statements?: readonly SqlNode[];
}

function oneStatement({ error, error_type, error_message = "", position, statements = [] }: Serialized, sql: string) {
  if (error && error_type === "not implemented") throw notSelect(sql);
  if (error) {
    const at = Number(position);
    const near = position === undefined ? "" : ` (at character ${at + 1}: ${JSON.stringify(sql.slice(at, at + 40))})`;
    throw wrongSql(`${error_message}${near}`);
  }
  const [tree] = statements;
  if (statements.length === 1 && tree) return tree;
  throw severalStatements(statements.length);
}
