// The schema of an account's object, by number. A step that is deployed is never changed: objects have run it.

/** The tables of objects that were made before steps had numbers. */
const FIRST = `
  create table if not exists document (id integer primary key check (id = 1), value text not null);
  create table if not exists timers (name text primary key, due integer not null) without rowid;
  create table if not exists buffer (id integer primary key, number text not null, name text not null, at integer not null);
  create table if not exists contacts (number text primary key, lid text not null) without rowid;
  create index if not exists contacts_lid on contacts (lid);
  create table if not exists opt_outs (
    target text primary key, number text, lid text, via text not null, at integer not null,
    suppressed integer not null default 0, confirmed integer not null default 0) without rowid;
  create table if not exists stop_titles (title text primary key) without rowid;
  create table if not exists attempts (
    attempt_id text primary key, message_id text not null unique, number_id integer not null, number text not null, name text not null,
    template_id text, price_sen integer not null, epoch integer not null, created_at integer not null,
    outcome text not null, resolved_at integer, error integer, covered integer not null default 0,
    credited_sequence integer, delivered_at integer, read_at integer, revoked_at integer) without rowid;
  create index if not exists attempts_open on attempts (created_at) where outcome in ('pending', 'unknown');
  create index if not exists attempts_uncovered on attempts (number) where covered = 0;
  create index if not exists attempts_created on attempts (created_at);
  create table if not exists daily (day text primary key, success integer not null, fail integer not null,
    unknown integer not null, delivered integer not null, read integer not null) without rowid;
  create table if not exists check_results (
    job_id text not null, seq integer not null, number text not null, name text not null, registered integer not null,
    primary key (job_id, seq)) without rowid;
  create table if not exists checks (job_id text primary key, kept integer not null, at integer not null, value text not null) without rowid;
  create table if not exists jobs (job_id text primary key, kept integer not null, at integer not null, value text not null) without rowid;
  create table if not exists job_targets (id integer primary key, job_id text not null, number text not null, unique (job_id, number));
  create table if not exists outbox (id integer primary key autoincrement, at integer not null, item text not null);
  create table if not exists batches (sequence integer primary key, body text not null, sent_at integer not null, tries integer not null);
  create table if not exists vault (generation integer not null, type text not null, id text not null, owner text,
    data text not null, used_at integer not null, primary key (generation, type, id)) without rowid;
  create index if not exists vault_owner on vault (generation, owner);
  create table if not exists nonces (nonce text primary key, at integer not null) without rowid;`

type Step = (sql: SqlStorage) => void
/** Attempts record in which reset they were counted, and what was sent, so that it can be sent again by another runner. */
const REPAIR = `
  alter table attempts add column counted_in integer not null default 0;
  alter table attempts add column content_id integer;
  create table if not exists contents (id integer primary key, value text not null unique);
  alter table batches rename column sent_at to next_at;
  alter table opt_outs add column answer_id text;`

/**
 * Timers move into the document, so that setting one costs no row. The rules are stored, so that a wake needs no claim. An
 * attempt records the batch of its last outcome, also of a failure.
 */
const ONE_DOCUMENT = `
  alter table attempts rename column credited_sequence to told_sequence;
  update document set value = json_set(value, '$.timers', json((select json_group_object(name, due) from timers)));
  drop table timers;
  create table if not exists rules (id integer primary key check (id = 1), value text not null);`

/**
 * Drops indexes that are rarely read, because each costs a written row a message. Claimed numbers and the outbox move into
 * the document.
 */
const FEWER_ROWS = `
  drop index if exists attempts_uncovered;
  drop index if exists attempts_created;
  update document set value = json_set(value,
    '$.buffer', json((select json_group_array(json_object('id', id, 'number', number, 'name', name))
      from (select * from buffer order by at, rowid))),
    '$.outbox', json((select json_group_array(json_object('at', at, 'item', json(item)))
      from (select * from outbox order by id))));
  drop table buffer;
  drop table outbox;`

/**
 * Packs all keys of one person into one row; `vault` keeps the account's own. The move reads the old table once, in index
 * order, so that thousands of people are packed within one wake. `people_lids` maps a LID to the number whose row has its
 * keys, where the contacts do not. A person with too many keys for one row gets new sessions.
 */
const PACKS = `
  create table if not exists people_keys (owner text not null, generation integer not null, used_at integer not null,
    value text not null, primary key (owner, generation)) without rowid;
  create table if not exists people_lids (lid text primary key, number text not null) without rowid;
  create index if not exists people_lids_number on people_lids (number);
  alter table vault rename to vault_of_all;
  insert into people_keys (owner, generation, used_at, value)
    select owner, generation, max(used_at), json_group_array(json_object('type', type, 'id', id, 'data', data))
    from vault_of_all indexed by vault_owner where owner is not null and (generation, owner) not in (select generation, owner
      from vault_of_all where owner is not null group by generation, owner having sum(length(data)) > 1000000)
    group by generation, owner;
  insert or ignore into people_lids (lid, number)
    select substr(id, 1, instr(id, '_') - 1) as lid, owner from vault_of_all
    where type in ('session', 'identity-key', 'lid-mapping') and instr(id, '_') > 1 and owner is not null
      and owner <> substr(id, 1, instr(id, '_') - 1)
      and not exists (select 1 from contacts c where c.lid = substr(id, 1, instr(id, '_') - 1) and c.number = owner);
  create table if not exists vault (generation integer not null, type text not null, id text not null,
    data text not null, primary key (generation, type, id)) without rowid;
  insert into vault (generation, type, id, data)
    select generation, type, id, data from vault_of_all where owner is null;
  drop table vault_of_all;`

/** Confirmed batches stay for a while: a database restored from before them is told of them again. */
const SETTLED = `
  create table if not exists settled_batches (sequence integer primary key, at integer not null, body text not null);`
/**
 * They name nobody any more, so that an erasure need not look through weeks of them: contacts say in which batch they were told, and are told
 * with it again.
 */
const WITHOUT_CONTACTS = `
  alter table contacts add column told_in integer;
  update contacts set told_in = told.sequence
    from (select sequence, c.value ->> 'number' as number from settled_batches, json_each(body, '$.contacts') c) told
    where contacts.number = told.number;
  update settled_batches set body = json_remove(body, '$.contacts') where body ->> '$.contacts' is not null;`

/** Keys of what people pressed: what came under one comes once. */
const PRESSES = `
  create table if not exists presses (id text primary key, at integer not null, kept text not null) without rowid;`
/** Messages by which people who have stopped ask for more, until D1 has them. */
const OPT_INS = `
  create table if not exists opt_ins (message_id text primary key, number text, lid text, at integer not null) without rowid;`

/** Replies that may have meant a stop. */
const DOUBTS = `
  create table if not exists doubts (number text primary key, at integer not null, snoozed integer not null default 0,
    asked integer not null default 0, question_id text) without rowid;`

/** People who asked what is kept about them. */
const INFOS = `
  create table if not exists infos (number text primary key, at integer not null, answered integer not null default 0) without rowid;`

/** Keywords by which people join a programme, until D1 has them and their author was answered. */
const KEYWORDS = `
  create table if not exists keywords (message_id text primary key, number text, lid text, word text not null,
    at integer not null) without rowid;`

/** Answers to INFO and keywords, which their reader may ask for again. */
const ANSWERS = `
  create table if not exists answers (answer_id text primary key, number text not null, keyword_id text,
    at integer not null) without rowid;`

/** What became of a message beside its receipts (rule rates). */
const RATES = `
  alter table attempts add column answered_at integer;
  alter table attempts add column stopped_at integer;`
/**
 * Which message reached a contact last: their row is written with it anyway, and to look for it among the attempts would read weeks of them for
 * every message of a chat.
 */
const LAST_MESSAGES = `
  alter table contacts add column attempt_id text;`
/** What was filled in for the fields of recipients, as JSON by key: a message that is sent again says the same (rule recipient-fields). */
const FIELDS = `
  alter table attempts add column fields text;
  -- an erasure by a version that does not know them takes them, too
  create trigger attempts_erased after update of number on attempts when new.number = '' begin
    update attempts set fields = null where attempt_id = new.attempt_id;
  end;`

/** Which campaign a message is of (rule campaigns). */
const CAMPAIGNS = `
  alter table attempts add column campaign integer;`

/** 1: the LID was seen at another number since. */
const FORMER = `
  alter table contacts add column former integer;`

/** Words of stopping by a LID alone. */
const UNNAMED_STOPS = `
  create table if not exists unnamed_stops (lid text primary key, means text not null, at integer not null) without rowid;`

/**
 * Who got a one-off blast is read in the order in which it left (rule one-off-people); a message of no one-off blast is in no row of the index.
 * Why a message failed: WhatsApp's code alone does not say it.
 */
const ONE_OFF_PEOPLE = `
  create index attempts_job on attempts (job_id, created_at, attempt_id) where job_id is not null;
  alter table attempts add column fail_reason text;`

const STEPS: readonly Step[] = [
  (sql) => {
    sql.exec(FIRST)
    // objects that were made before one-off blasts lack this column
    if (sql.exec(`select 1 from pragma_table_info('attempts') where name = 'job_id'`).toArray().length === 0)
      sql.exec('alter table attempts add column job_id text')
  },
  (sql) => sql.exec(REPAIR),
  (sql) => sql.exec(ONE_DOCUMENT),
  (sql) => sql.exec(FEWER_ROWS),
  (sql) => sql.exec(PACKS),
  (sql) => sql.exec(SETTLED),
  (sql) => sql.exec(WITHOUT_CONTACTS),
  (sql) => sql.exec(PRESSES),
  (sql) => sql.exec(OPT_INS),
  (sql) => sql.exec(DOUBTS),
  (sql) => sql.exec(INFOS),
  (sql) => sql.exec(KEYWORDS),
  (sql) => sql.exec(ANSWERS),
  (sql) => sql.exec(RATES),
  (sql) => sql.exec(LAST_MESSAGES),
  (sql) => sql.exec(CAMPAIGNS),
  (sql) => sql.exec(FORMER),
  (sql) => sql.exec(UNNAMED_STOPS),
  (sql) => sql.exec(FIELDS),
  (sql) => sql.exec(ONE_OFF_PEOPLE),
]

/**
 * Brings the object's tables to the newest step; costs one read when they are there already.
 * @param upTo how many steps to run; fewer than all only in tests that need older tables
 */
export const migrate = (sql: SqlStorage, upTo = STEPS.length): void => {
  sql.exec(
    'create table if not exists schema_version (id integer primary key check (id = 1), version integer not null)',
  )
  const [row] = sql.exec<{ version: number }>('select version from schema_version').toArray()
  const done = row?.version ?? 0
  if (done >= upTo) return
  for (const step of STEPS.slice(done, upTo)) step(sql)
  sql.exec(
    'insert into schema_version (id, version) values (1, ?) on conflict (id) do update set version = excluded.version',
    upTo,
  )
}
