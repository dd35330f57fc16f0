/** Tables with types that lose something where they are read carelessly, and functions that do more than read. */
export const shopSql = `
  CREATE TABLE customers (id bigint PRIMARY KEY, name text, born date, tags text[], info jsonb);
  CREATE TABLE orders (id int, customer_id bigint, price numeric(30, 10), paid boolean, at timestamptz, note text);
  CREATE SCHEMA crm; CREATE TABLE crm."Odd Names" ("the key" int, "SELECT" text);
  CREATE VIEW dear AS SELECT * FROM orders WHERE price > 2;
  INSERT INTO customers VALUES (9223372036854775807, 'Süd', '1990-05-01', '{a,b}', '{"n": 12345678901234567890}'), (2, NULL, NULL, NULL, NULL);
  INSERT INTO orders SELECT n, 2, n + 0.10, n % 2 = 0, '2024-01-31T01:00:00+02:00', 'x' FROM generate_series(1, 250) n;
  INSERT INTO crm."Odd Names" VALUES (1, 'one');
  CREATE MATERIALIZED VIEW never_filled AS SELECT * FROM orders WITH NO DATA;
  CREATE SEQUENCE numbers;
  CREATE FUNCTION add_order() RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES (-1) RETURNING id';
  CREATE FUNCTION hidden_write() RETURNS int LANGUAGE plpgsql STABLE AS $f$ BEGIN EXECUTE 'INSERT INTO orders (id) VALUES (-1)'; RETURN 1; END $f$;
  CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * n';
  ANALYZE`;

/** What a hostile query tries, as a query; none may run. */
export const attacks: Readonly<Record<string, string>> = {
  "a second statement": "SELECT 1; DROP TABLE orders",
  "a statement after the wrapper is closed": "SELECT 1) AS q) AS r; DROP TABLE orders; --",
  "the end of the transaction": "COMMIT",
  "a write in a step": "WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone",
  "a write by a function that says it only reads": "SELECT hidden_write()",
  "a write by a function": "SELECT add_order()",
  "rows that are locked": "SELECT * FROM orders FOR UPDATE",
  "a new table": "SELECT * INTO copied FROM orders",
  "COPY to a program": "COPY orders TO PROGRAM 'touch /tmp/attack'",
  "a file of the server": "SELECT pg_read_file('/etc/passwd')",
  "a folder of the server": "SELECT * FROM pg_ls_dir('/')",
  "a large object": "SELECT lo_import('/etc/passwd')",
  "another setting": "SELECT set_config('transaction_read_only', 'off', true)",
  "an endless sleep": "SELECT pg_sleep(1000)",
  "a name in quotes": 'SELECT "pg_sleep"(1000)',
  "a name with a schema and a comment": "SELECT pg_catalog . /* a /* b */ */ PG_SLEEP -- c\n (1000)",
  "an escaped name": 'SELECT U&"\\0070g_sleep"(1000)',
  "a name behind a continued text": "SELECT E'a'\n'\\' || ', pg_sleep(1000), ' --'",
  "a name behind dollar quotes": "SELECT $a$ ' $a$, pg_sleep(1000), $b$ ' $b$",
  "a lock of the session": "SELECT pg_advisory_lock(1)",
  "a signal": "SELECT pg_terminate_backend(pid) FROM pg_stat_activity",
  "a text that is run as SQL": "SELECT query_to_xml('SELECT pg_sleep(1000)', true, true, '')",
  "a number of a sequence": "SELECT nextval('numbers')",
  "another connection": "SELECT * FROM dblink('dbname=postgres', 'SELECT 1') AS t(a int)",
  "a notification": "SELECT pg_notify('channel', 'text')",
  "a setting": "SET ROLE postgres",
  "a block of code": "DO $$ BEGIN DELETE FROM orders; END $$",
  "EXPLAIN that runs a write": "EXPLAIN ANALYZE DELETE FROM orders",
  "a prepared statement": "PREPARE p AS DELETE FROM orders",
};
