/** A moment in milliseconds by the clock of the database; stable within a statement, so that indexes serve it. */
const clock = "(extract(epoch from statement_timestamp()) * 1000)::bigint";

const open = "state in ('queued', 'running', 'waiting')";

/** What the store sends, for a schema and a clock that may be moved by some milliseconds. */
export function statements(s: string, offset: number) {
  const now = offset === 0 ? clock : `(${clock} + ${Math.trunc(offset)})`;
  const held = `select id, parent, parent_event from "${s}".runs where id = $1 and attempt = $2 and state = 'running' for no key update`;
  const note = (from: string, type: string, data: string) =>
    `insert into "${s}".log (run, at, type, data) select id, ${now}, ${type}, ${data} from ${from}`;

  return {
    now,

    insert: (isHeld: boolean) => `
      with r as (insert into "${s}".runs
        (id, name, version, queue, key, priority, state, wake_at, parent, parent_event, input, attempts, max_lost, deadline, created)
        select $1, $2, $3, $4, $5, $6::int, 'queued', coalesce($7::bigint, ${now}), $8, $9, $10, $11::int, $12::int, ${now} + $13::bigint, ${now}
        ${isHeld ? `from "${s}".runs p where p.id = $14 and p.attempt = $15::int and p.state = 'running' for no key update of p` : ""}
        on conflict (name, key) where key is not null do nothing returning id, wake_at),
      l as (${note("r", "'start'", "'null'")}),
      n as (select pg_notify(${isHeld ? "$16" : "$14"}, '+' || id) from r where wake_at <= ${now})
      select id, (select count(*) from n) as told from r`,
    byKey: `select id from "${s}".runs where name = $1 and key = $2`,

    claim: (isRung: boolean) => `
      with due as (select id, state, lost_in_row + 1 >= max_lost as is_poison from "${s}".runs
        where ${open} and wake_at <= ${now} ${isRung ? "and id = any($8::text[])" : ""}
          and queue = any($1::text[]) and (name, version) in (select * from unnest($2::text[], $3::text[]))
        order by priority desc, wake_at limit $6 for no key update skip locked),
      r as (update "${s}".runs u set
          state = case when due.state = 'running' and is_poison then 'parked' else 'running' end,
          lost = lost + (due.state = 'running')::int, lost_in_row = lost_in_row + (due.state = 'running')::int,
          attempt = attempt + (due.state <> 'running' or not is_poison)::int, error = case when due.state = 'running' and is_poison then replace($7, '{lost}', (lost_in_row + 1)::text) else error end,
          worker = $4, wake_at = ${now} + $5::bigint
        from due where u.id = due.id
        returning u.*, due.state = 'running' as was_lost),
      l as (insert into "${s}".log (run, at, type, data)
        select id, ${now}, type, data from r, lateral (values
          (0, was_lost, 'lost', (attempt - 1)::text), (1, state = 'running', 'take', attempt::text), (1, state = 'parked', 'end', '"parked"')
        ) as each (place, applies, type, data) where applies order by place)
      select id, attempt, name, version, queue, priority, input, failures, attempts, created, state, lost_in_row from r
      order by priority desc, wake_at`,
    stepsOf: `select run, position, name, output, error, failures, ended from "${s}".steps where run = any($1::text[])`,

    // Rows are locked in one order, so that two statements never wait for each other.
    extend: `
      with h as (select u.id from "${s}".runs u join unnest($1::text[], $2::int[]) as h (id, attempt)
        on u.id = h.id and u.attempt = h.attempt where u.state = 'running' order by u.id for no key update of u)
      update "${s}".runs u set wake_at = ${now} + $3::bigint from h where u.id = h.id returning u.id`,

    recordStep: `
      with r as (${held}),
      u as (update "${s}".runs set lost_in_row = 0 where id in (select id from r) and lost_in_row > 0),
      x as (insert into "${s}".steps (run, position, name, output, error, failures, attempt, ended)
        select id, $3, $4, $5, $6, $7::int, $2, ${now} from r
        on conflict (run, position) do update set name = excluded.name, output = excluded.output, error = excluded.error,
          failures = excluded.failures, attempt = excluded.attempt, ended = excluded.ended
        returning ended),
      l as (${note("r", "'step'", "$8")})
      select ended from x`,
    recordAttempt: `
      with r as (${held}),
      x as (insert into "${s}".steps (run, position, name, error, failures, attempt)
        select id, $3, $4, $5, $6::int, $2 from r
        on conflict (run, position) do update set error = excluded.error, failures = excluded.failures, attempt = excluded.attempt
        returning run),
      l as (${note("r", "$8", "$7")})
      select run from x`,

    lockHeld: held,
    eventsOf: `select name, payload from "${s}".events where run = $1`,
    waitsOf: `select position, name, event, until from "${s}".waits where run = $1`,
    addWaits: `insert into "${s}".waits (run, position, name, event, until)
      select $1, position, name, event, coalesce(until, ${now} + within)
      from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) as w (position, name, event, until, within)
      on conflict (run, position) do nothing returning position, event, until`,
    endWaits: `
      with x as (insert into "${s}".steps (run, position, name, output, attempt, ended)
        select $1, position, name, output, $2::int, ${now} from unnest($3::text[], $4::text[], $5::text[]) as w (position, name, output)
        on conflict (run, position) do nothing),
      w as (delete from "${s}".waits where run = $1 and position = any($3::text[]))
      select ${now}::text as ended`,
    park: `update "${s}".runs set state = 'waiting', wake_at = $2::bigint where id = $1 returning queue, priority`,

    release: `
      with h as (select u.id from "${s}".runs u join unnest($1::text[], $2::int[]) as h (id, attempt)
        on u.id = h.id and u.attempt = h.attempt where u.state = 'running' order by u.id for no key update of u),
      r as (update "${s}".runs u set state = 'queued', wake_at = ${now} from h where u.id = h.id returning u.id, queue, priority),
      l as (${note("r", "'release'", "'null'")}),
      n as (select pg_notify($3, '+' || id) from r)
      select id, queue, priority, (select count(*) from n) as told from r`,
    log: `with r as (${held}), l as (${note("r", "'log'", "$3")}) select id from r`,
    note: `insert into "${s}".log (run, at, type, data) values ($1, ${now}, $2, $3)`,

    close: `update "${s}".runs set state = $2, output = $3, error = $4, failed_at = $5, failures = failures + $6::int, ended = ${now}, wake_at = null
      where id = $1`,
    clearWaits: `delete from "${s}".waits where run = $1`,
    /** End a run without a parent and without children in one statement. */
    finishAlone: `
      with r as (update "${s}".runs set state = $3, output = $4, error = $5, failed_at = $6, failures = failures + $7::int, ended = ${now}, wake_at = null
        where id = $1 and attempt = $2 and state = 'running' and parent is null returning id),
      w as (delete from "${s}".waits where run in (select id from r)),
      l as (${note("r", "'end'", "$8")}),
      n as (select pg_notify($9, id) from r)
      select id, (select count(*) from n) as told from r`,
    requeue: `update "${s}".runs set state = 'queued', error = $2, failures = failures + 1, wake_at = ${now} + $3::bigint
      where id = $1 returning queue, priority, wake_at`,
    lockRun: `select id, name, state, queue, priority, parent, parent_event, failed_at from "${s}".runs where id = $1 for no key update`,
    unseenChildren: `select id, parent_event from "${s}".runs c
      where parent = $1 and parent_event is not null and state in ('failed', 'canceled', 'parked') and not exists (
        select 1 from "${s}".steps where run = $1 and ended is not null and 'child/' || position = c.parent_event)`,
    children: `select id from "${s}".runs where parent = $1`,
    forgetStep: `delete from "${s}".steps where run = $1 and position = $2`,
    forgetEvent: `delete from "${s}".events where run = $1 and name = $2`,
    reopen: `update "${s}".runs set state = 'queued', failures = 0, lost_in_row = 0, error = null, failed_at = null, ended = null, deadline = null,
      wake_at = ${now} where id = $1 returning id, queue, priority`,

    addEvent: `insert into "${s}".events (run, name, payload, at) values ($1, $2, $3, ${now}) on conflict do nothing returning run`,
    event: `select payload from "${s}".events where run = $1 and name = $2`,
    awaited: `select 1 as found from "${s}".waits where run = $1 and event = $2`,
    wake: `update "${s}".runs set state = 'queued', wake_at = ${now} where id = $1 and state = 'waiting' returning id, queue, priority`,
    notify: "select pg_notify($1, $2)",

    overdue: `select id from "${s}".runs where deadline <= ${now} and ${open}`,
    prune: `
      with old as (select id from "${s}".runs r where created < ${now} - $1::bigint and ended < ${now} - $1::bigint
        and state in ('completed', 'failed', 'canceled')
        and not exists (select 1 from "${s}".runs p where p.id = r.parent and p.ended is null)
        order by created limit $2 for update of r skip locked),
      s as (delete from "${s}".steps where run in (select id from old)),
      w as (delete from "${s}".waits where run in (select id from old)),
      e as (delete from "${s}".events where run in (select id from old)),
      l as (delete from "${s}".log where run in (select id from old))
      delete from "${s}".runs where id in (select id from old) returning id`,
    get: `select * from "${s}".runs where id = $1`,
    list: `select * from "${s}".runs where ($1::text[] is null or state = any($1)) and ($2::text is null or name = $2)
      and ($3::text is null or parent = $3) and ($4::text is null or starts_with(key, $4)) order by created desc, id limit $5`,
    events: `select seq, run, at, type, data from "${s}".log where run = $1 and seq > $2 order by seq limit $3`,
    loseOthers: `update "${s}".runs set wake_at = ${now} where state = 'running' and not starts_with(worker, $1)`,

    putSchedule: `insert into "${s}".schedules (id, revision, state, next, data) select $1, 1, $2, $3::bigint, $4 where $5::int = 0
      on conflict do nothing returning revision`,
    updateSchedule: `update "${s}".schedules set revision = revision + 1, state = $2, next = $3::bigint, data = $4 where id = $1 and revision = $5::int returning revision`,
    schedule: `select id, revision, state, next, data from "${s}".schedules where id = $1`,
    schedules: `select id, revision, state, next, data from "${s}".schedules order by id`,
    dueSchedules: `select id, revision, state, next, data from "${s}".schedules where state = 'active' and next <= $1::bigint order by next`,
    advance: `
      with u as (update "${s}".schedules set next = $4::bigint, state = case when $4::bigint is null then 'ended' else state end
        where id = $1 and revision = $2::int and next = $3::bigint and state = 'active' returning id),
      x as (insert into "${s}".slots (schedule, revision, at, outcome, run)
        select u.id, $2, w.at, w.outcome, w.run from u, unnest($5::bigint[], $6::text[], $7::text[]) as w (at, outcome, run)
        on conflict do nothing)
      select id from u`,
    slots: `select schedule, revision, at, outcome, run from "${s}".slots where schedule = $1 order by at desc limit $2`,
  } as const;
}
