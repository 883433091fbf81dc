// Faults in how accounts are placed on runners, and in how many of them run.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `durable-objects/runner-fleet/${file}`
const RULES = at('rules.ts')
const SIZE = at('size-rules.ts')
const SLOTS = at('slots-store.ts')
const PLACEMENT = ['tests/workerd/placement.test.ts']
const VAULT_KEYS = ['tests/workerd/vault-keys.test.ts']

export const FLEET: readonly Fault[] = [
  {
    name: 'silent-runner-is-free',
    what: 'a runner that is not heard any more gets accounts',
    edits: one(RULES, ' && now - r.seenAt < SILENT_MS', ''),
  },
  {
    name: 'one-account-too-many',
    what: 'a full runner gets one account more',
    edits: one(RULES, 'r.accounts < r.capacity &&', 'r.accounts <= r.capacity &&'),
  },
  {
    name: 'draining-runner-is-free',
    what: 'a runner that is about to end gets accounts',
    edits: one(RULES, '!r.draining && !isClockOff(r)', '!isClockOff(r)'),
  },
  {
    name: 'drain-said-once',
    what: 'a runner that is about to end dials the fleet again, which then takes it for one that stays',
    edits: one('runner/control-link.ts', "      if (this.#draining) this.send({ kind: 'draining' })\n", ''),
    tests: ['runner/control-link.test.ts'],
  },
  {
    name: 'fewest-accounts-wins',
    what: 'a small runner is filled up before a large one is half full',
    edits: one(RULES, 'r.accounts / r.capacity < best.accounts / best.capacity', 'r.accounts < best.accounts'),
  },
  {
    name: 'opens-all-at-once',
    what: 'a runner opens all accounts that it gets in the same moment',
    edits: one(RULES, 'Math.max(now + leadMs, runner.nextOpenAt)', 'now + leadMs'),
  },
  {
    name: 'strained-for-good',
    what: 'a runner that was overloaded now and then counts as overloaded for good',
    edits: one(
      RULES,
      '(runner.strainedBeats ?? 0) + 1 : 0',
      '(runner.strainedBeats ?? 0) + 1 : (runner.strainedBeats ?? 0)',
    ),
    tests: ['durable-objects/runner-fleet/size-rules.test.ts'],
  },
  {
    name: 'avoided-runner-chosen',
    what: 'an account goes back to the runner that hands it over',
    edits: one(RULES, 'some.filter((r) => r.bootId !== avoid)', 'some.filter((r) => r.runnerId !== avoid)'),
  },
  {
    name: 'skew-of-the-last-word',
    what: 'one word that was long on its way makes a clock look behind',
    edits: one(RULES, 'Math.max(...skews)', '(skews.at(-1) ?? 0)'),
  },
  {
    name: 'clock-behind-unseen',
    what: 'a clock that is behind is taken for right',
    edits: one(RULES, 'Math.abs(skewOf(runner) ?? 0)', '(skewOf(runner) ?? 0)'),
  },
  {
    name: 'small-place-links-nobody',
    what: 'where a single place is free nobody can link',
    edits: one(RULES, 'Math.max(1, Math.floor((free + placed) * part))', 'Math.floor((free + placed) * part)'),
    tests: ['durable-objects/runner-fleet/rules.test.ts'],
  },
  {
    name: 'no-runner-to-spare',
    what: 'no runner is there for the accounts of one that dies',
    edits: one(SIZE, 'accounts - held) / capacity) + 1', 'accounts - held) / capacity)'),
  },
  {
    name: 'two-end-at-once',
    what: 'a second runner is ended before the accounts of the first have their places',
    edits: one(SIZE, 'const surplus = !isEnding && working', 'const surplus = working'),
  },
  {
    name: 'stuck-at-once',
    what: 'a runner that just starts is ended as stuck',
    edits: one(SIZE, 'now - row.seenAt > STUCK_MS', 'now - row.seenAt > 0'),
  },
  {
    name: 'shrinks-and-grows',
    what: 'a runner is ended that the next account starts again',
    edits: one(SIZE, 'Math.max(needed, grown)', 'needed'),
  },
  {
    name: 'late-release-frees-a-later-slot',
    what: 'a release that arrives late frees the slot of a later epoch',
    edits: one(SLOTS, 'where boot = ? and account = ? and epoch <= ?', 'where boot = ? and account = ? and ? > 0'),
    tests: PLACEMENT,
  },
  {
    name: 'placed-anew-are-told-first',
    what: 'accounts that stand elsewhere long since are told of a lost runner before those that have none',
    edits: one(SLOTS, 'order by latest.newest > slots.epoch limit ?', 'limit ?'),
    tests: PLACEMENT,
  },
  {
    name: 'slots-of-who-dialled-again',
    what: 'slots of a runner that dialled again while its accounts were told are forgotten',
    edits: one(
      SLOTS,
      'boot in (select boot from boots where gone_at is not null) and (boot, account)',
      '(boot, account)',
    ),
    tests: PLACEMENT,
  },
  {
    name: 'slots-that-are-not-held',
    what: 'accounts that a runner does not name when it dials again keep their slots on it',
    edits: one(
      SLOTS,
      "delete from slots where boot = ? and account not in (select value ->> 'accountId' from json_each(?))",
      "delete from slots where boot = ? and account in (select value ->> 'none' from json_each(?))",
    ),
    tests: PLACEMENT,
  },
  {
    name: 'successor-refused',
    what: 'the successor of a runner that hands over is refused its name',
    edits: one(at('object.ts'), 'if (others.some(([, runner]) => !runner.draining)) {', 'if (others.length > 0) {'),
    tests: ['tests/workerd/placement.test.ts'],
  },
  {
    name: 'nonce-of-a-control-socket-replayed',
    what: 'a recorded dial of a runner opens a second control socket',
    edits: one(
      at('object.ts'),
      'if (!useNonce(this.ctx.storage.sql, nonce, Date.now())) return',
      "if (nonce === '') return",
    ),
    tests: ['tests/workerd/runner-doors.test.ts'],
  },
  {
    name: 'key-written-since-now',
    what: 'with each hello the time starts over since which a key is written with, so that no old one ever becomes free',
    edits: one(at('writing-key-store.ts'), '     where kid <> excluded.kid or proof <> excluded.proof`', '`'),
    tests: VAULT_KEYS,
  },
  {
    name: 'late-end-frees-the-next-press',
    what: 'the end of a refused link, told late, frees the place of the press after it',
    rule: 'link-limits',
    edits: one(at('links-store.ts'), 'and (?2 is null or attempt = ?2)', 'and (?2 is null or true)'),
    tests: ['tests/workerd/link-limits.test.ts'],
  },
  {
    name: 'release-frees-the-next-press',
    what: 'an account that leaves its runner frees the place of the link that was begun since',
    edits: one(at('object.ts'), 'if (endsLink !== false) links.', 'if (endsLink !== undefined || true) links.'),
    tests: ['tests/workerd/link-limits.test.ts'],
  },
  {
    name: 'end-without-its-name',
    what: 'an account does not say which of its links came to an end',
    edits: one(
      'durable-objects/account-blast/session/lease.ts',
      'endAttempt(accountId, attempt))',
      'endAttempt(accountId, attempt && undefined))',
    ),
    tests: ['tests/workerd/link-limits.test.ts'],
  },
]
