// How long each table of the objects keeps its rows (rule retention): one list a class, which its objects tidy by, that a test fills tables
// by, and that docs/storage.md is compared with. A table that is in none fails a test.
import { SIGNATURE_WINDOW_MS } from '../contract/operation/runner.ts'
import { MESSAGE_DAYS } from '../contract/ground/message-days.ts'
import { DAY_MS } from '../contract/ground/time.ts'
import { SETTLED_DAYS } from '../domain/money/settlement/retention-rules.ts'

/** A second STOP of the same person within this time gets no second answer. */
export const ANSWER_AGAIN_MS = DAY_MS

/** afterMs counts from the time in this column, epoch ms; says: as docs/storage.md has it. */
type Timed = { kept: 'for a time'; column: string; afterMs: number; says: string }
export type Life =
  | Timed
  /** Goes once no row of another table names it any more: its column has what that one's column names. */
  | { kept: 'with'; column: string; table: string; its: string; says: string }
  /** Goes by the step that ends it, or with the object. */
  | { kept: 'until'; says: string }
export type Lives = Readonly<Record<string, Life>>

const timed = (says: string, column: string, afterMs: number): Timed => ({ kept: 'for a time', column, afterMs, says })
const until = (says: string): Life => ({ kept: 'until', says })
const OF_THE_ACCOUNT = until('of the account')
/** The signature of their call may be valid for as long: the runner's clock may be ahead. */
const NONCES = timed('2 min', 'at', 2 * SIGNATURE_WINDOW_MS)

/** By class, in the order in which an object deletes: rows go before those that only they name. */
export const KEPT_BY = {
  AccountBlast: {
    // a message may be acked, received and revoked for as long; its number rests for the cooldown, which may be longer
    attempts: timed('the longer of 90 days and the cooldown', 'created_at', MESSAGE_DAYS * DAY_MS),
    contents: {
      kept: 'with',
      column: 'id',
      table: 'attempts',
      its: 'content_id',
      says: 'as long as an attempt needs it',
    },
    // no receipt can change them any more
    jobs: timed('90 days after their last change', 'at', 90 * DAY_MS),
    // of those that were stopped, and could have gone on until now
    job_targets: {
      kept: 'with',
      column: 'job_id',
      table: 'jobs',
      its: 'job_id',
      says: 'until it is finished, or forgotten',
    },
    checks: timed('90 days after their last change', 'at', 90 * DAY_MS),
    settled_batches: timed(`${SETTLED_DAYS} days`, 'at', SETTLED_DAYS * DAY_MS),
    // a person who is written to later gets a new session
    people_keys: timed('90 days after the last of them was stored', 'used_at', 90 * DAY_MS),
    people_lids: {
      kept: 'with',
      column: 'number',
      table: 'people_keys',
      its: 'owner',
      says: 'as long as there are keys under that number',
    },
    opt_outs: timed('24 hours', 'at', ANSWER_AGAIN_MS),
    doubts: timed('24 hours', 'at', ANSWER_AGAIN_MS),
    // the next message to its author tells whose it is
    unnamed_stops: timed('90 days', 'at', 90 * DAY_MS),
    infos: timed('24 hours', 'at', ANSWER_AGAIN_MS),
    keywords: timed('24 hours', 'at', ANSWER_AGAIN_MS),
    answers: timed('24 hours', 'at', ANSWER_AGAIN_MS),
    // as long as the database keeps their keys
    presses: timed('a week', 'at', 7 * DAY_MS),
    nonces: NONCES,

    schema_version: OF_THE_ACCOUNT,
    document: OF_THE_ACCOUNT,
    // a row a day, which names nobody
    daily: OF_THE_ACCOUNT,
    contacts: OF_THE_ACCOUNT,
    stop_titles: OF_THE_ACCOUNT,
    rules: until('until the next claim or start'),
    batches: until('until confirmed'),
    opt_ins: until('until D1 has it'),
    vault: until('of the link'),
    check_results: until('none when it rests'),
  },
  UserChannel: {
    // a ticket that is over opens nothing, spent or not
    tickets: timed('until the ticket is over', 'expires_at', 0),
  },
  AdminChannel: {
    watches: until('of the socket'),
  },
  RunnerFleet: {
    nonces: NONCES,
    boots: until('until it is lost and all its accounts are notified'),
    attempts: until('until the link has ended, 5 min at most'),
    slots: until('until the runner has closed it, or is lost'),
    // a row a key, which is no secret
    known_keys: until('for ever'),
    needed_keys: until('until no row is under it'),
    writing_key: until('until they differ'),
    containers: until('until the container has ended'),
  },
} as const satisfies Record<string, Lives>
