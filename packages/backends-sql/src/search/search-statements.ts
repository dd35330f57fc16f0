/**
 * The statements that narrow a search. `$1` are paths of files; files that may contain the text are returned with their
 * content, in order.
 */
export function searchStatements(t: string, chunks: string) {
  const select = (condition: string) => `select path,
      case when utf8 then convert_from(content, 'UTF8') end as text, case when utf8 then null else content end as bytes
    from ${t} f where path = any ($1::text[]) and folder is null and ${condition} order by path`;

  const filtered = (as: (bytes: string) => string) => {
    const holds = (bytes: string) => `position(${as(bytes)} in piece) > 0`;
    const holdsAny = (all: string) =>
      `exists (select from unnest(${all}::text[]) n where ${holds("decode(n, 'hex')")})`;
    // Without the offset, each of the tests would fetch and convert the content again.
    return select(`exists (select from (
        select ${as("content || ''::bytea")} as piece where content is not null
        union all
        select ${as("c.bytes || coalesce(substring(n.bytes for $5::integer), '')")}
        from ${chunks} c left join ${chunks} n on n.version = c.version and n.at = c.at + 1
        where content is null and c.version = f.version offset 0
      ) pieces where ${holdsAny("$2")} or ${holds("'\\x1b24'::bytea")}
        or not utf8 and case when ${holds("'\\x00'::bytea")} then ${holdsAny("$3")} else $4::boolean end)`);
  };

  return {
    contents: select("true"),

    /**
     * $2 to $5: see `_text-filter.ts`. What a file may hold is looked for in its bytes, where ASCII stands for itself but
     * beside zeros, and in the escapes of ISO-2022. A chunk is looked at with the start of the next one.
     */
    holding: filtered((bytes) => bytes),

    /** As `holding`, up to ASCII case: bytes beyond ASCII become escapes, and with them a text that can be folded. */
    holdingFolded: filtered((bytes) => `lower(encode(${bytes}, 'escape') collate "C")`),
  };
}
