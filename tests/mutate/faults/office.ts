// Faults in what admins do under a running blast, in what their screens and mailboxes hear, in what becomes of a person who has another LID, and
// where R2 fails.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const ORDER = ['tests/workerd/keyword-order.test.ts']
const blast = (path: string): string => `durable-objects/account-blast/${path}`

export const OFFICE: readonly Fault[] = [
  {
    name: 'hold-unread',
    what: 'an account that an admin paused sends what it has claimed',
    rule: 'account-hold',
    edits: one(blast('run/next-step.ts'), "if (view.held) return { kind: 'held', lookAt: null }", ''),
    tests: ['tests/workerd/pauses.test.ts'],
  },
  {
    name: 'pause-untold',
    what: 'a pause of the place reaches an account with its next claim only',
    rule: 'sending-pause',
    edits: one(
      'worker/tell-pause.ts',
      'tellAccounts(env, await accountsAtWork(db), pause)',
      'tellAccounts(env, (await accountsAtWork(db)).slice(0, 0), pause)',
    ),
    tests: ['tests/workerd/pauses.test.ts'],
  },
  {
    name: 'pause-for-ever',
    what: 'an account that was paused with its person does not hear that it goes on',
    edits: one(
      blast('core/holds.ts'),
      '    doc.person = pause\n',
      '    if (pause.paused || pause.closed) doc.person = pause\n',
    ),
  },
  {
    name: 'comes-back-as-new',
    what: 'anyone who is deleted and imported again is written to again at once',
    edits: one('domain/recipients/phone-numbers/import-store.ts', '    ...recallRows(db, list, hashes, fresh),\n', ''),
  },
  {
    name: 'lifted-alone',
    what: 'one person lifts the stop of somebody who asked for nothing',
    rule: 'lift',
    edits: one(
      'domain/recipients/suppressions/lift.ts',
      'if (await askedThemselves(db, stopped)) {\n      await runBatch(db, liftBatch(db, stopped, lift, true, audit))',
      'if (await askedThemselves(db, stopped) || stopped) {\n      await runBatch(db, liftBatch(db, stopped, lift, false, audit))',
    ),
    tests: ['tests/workerd/lifted-stops.test.ts'],
  },
  {
    name: 'own-fee-last',
    what: 'a message pays the general price although its level has one',
    rule: 'price',
    edits: one('domain/people/levels/price-rules.ts', 'fee.own ?? fee.level ?? fee.setting', 'fee.own ?? fee.setting'),
    tests: ['domain/people/levels/price-rules.test.ts'],
  },
  {
    name: 'drafts-leave',
    what: 'a template leaves before anybody has published it',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      "        from templates t\n        where t.status = 'active' and ",
      '        from templates t\n        where ',
    ),
  },
  {
    name: 'second-stop-unheard',
    what: 'a stop of somebody who has stopped leaves no trace, and what they wrote before it lifts both',
    edits: one(
      'domain/recipients/suppressions/store.ts',
      "select event = 'opt_in' or at < ${saidAt}\n",
      "select event = 'opt_in'\n",
    ),
  },
  {
    name: 'office-stop-unheard',
    what: 'a stop that somebody who has stopped gives to the office leaves no trace, and a keyword of before it lifts both',
    rule: 'opt-in-message',
    edits: one(
      'domain/recipients/suppressions/suppress.ts',
      'writeDown(ports, who, now, more, receivedAt)',
      "writeDown(ports, who, now, more, who.via === 'admin' ? null : receivedAt)",
    ),
    tests: ORDER,
  },
  {
    name: 'stop-of-a-list-unheard',
    what: 'a list of stops leaves no trace of who has stopped, and a keyword of before it lifts both',
    rule: 'opt-in-message',
    edits: one(
      'domain/recipients/suppressions/import-store.ts',
      "select c.event = 'opt_in' or c.at < ${saidAt}",
      "select c.event = 'opt_in'",
    ),
    tests: ORDER,
  },
  {
    name: 'erased-named-by-a-list',
    what: 'a list of stops writes the number of an erased person into the history',
    rule: 'erasure',
    edits: one(
      'domain/recipients/suppressions/import-store.ts',
      "iif(${isErased}, null, j.value ->> 'n')",
      "j.value ->> 'n'",
    ),
    tests: ORDER,
  },
  {
    name: 'shorter-snooze-unheard',
    what: 'a snooze that is said while a longer one stands goes with that one, by a keyword of before it',
    rule: 'snooze',
    edits: one(
      'domain/recipients/suppressions/snooze-store.ts',
      'created_at = max(created_at, excluded.created_at)',
      'created_at = iif(excluded.until > until, excluded.created_at, created_at)',
    ),
    tests: ORDER,
  },
  {
    name: 'old-lid-forgotten',
    what: 'a stop by the LID that its person had before reaches nobody',
    edits: one(
      blast('opt-outs/opt-outs.ts'),
      'const number = now ?? (item.lid ? formerNumberOf(core.sql, item.lid) : null)',
      'const number = now',
    ),
  },
  {
    name: 'old-lid-kept',
    what: 'erasing a person leaves the LID that they had before',
    edits: one(
      blast('privacy/erase.ts'),
      'eraseFromOptOuts(core.sql, number, lids)',
      'eraseFromOptOuts(core.sql, number, lids.slice(1))',
    ),
    tests: ['tests/workerd/stops.test.ts'],
  },
  {
    name: 'results-lost-with-r2',
    what: 'results of a number check that R2 does not take are deleted',
    edits: one(
      blast('number-check/persist-check.ts'),
      'env.MEDIA.put(chunkKey(checkId, from), chunkText(rows)))',
      'env.MEDIA.put(chunkKey(checkId, from), chunkText(rows)).catch(() => null))',
    ),
  },
  {
    name: 'insert-switched-on-too-late',
    what: 'staff want the found numbers listed in the moment in which a number check is saved, and they never are',
    edits: one(blast('number-check/persist-check.ts'), ' && now.insert === check.insert', ''),
    tests: ['tests/workerd/number-checks.test.ts'],
  },
  {
    name: 'proxy-given-back-early',
    what: 'an account whose proxy fails gives it back although no other is free, and somebody else dials through it once it is enabled again',
    edits: one(
      'domain/sending/proxies/store.ts',
      "where leased_by = ${accountId} and exists (select 1 from proxies where status = 'active')",
      'where leased_by = ${accountId}',
    ),
    tests: ['tests/workerd/proxies-set-aside.test.ts'],
  },
  {
    name: 'remembered-after-erasure',
    what: 'who writes from another phone just after they were erased is remembered again, with number and LID',
    edits: one(
      blast('opt-outs/opt-outs.ts'),
      'item.number && item.lid && !isErased(core, item.number)',
      'item.number && item.lid',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'stop-of-a-deleted-row',
    what: 'a stop that is known by LID only does not reach a number whose row was deleted before the result came',
    edits: one('domain/money/settlement/settle-batches.ts', 'return [...new Set(numbers)]', 'return []'),
    tests: ['tests/workerd/opt-outs-in-flight.test.ts'],
  },
  {
    name: 'dials-directly',
    what: 'an account logs in without its proxy',
    edits: one(
      blast('session/dial.ts'),
      'proxy: proxy?.value ?? null',
      'proxy: core.account.epoch < 0 ? (core.account.proxy?.value ?? null) : null',
    ),
  },
  {
    name: 'keys-with-the-answer-to-a-stop',
    what: 'keys that come with the answer to the stop of somebody who was erased meanwhile are stored again',
    edits: one(blast('outcome/on-result.ts'), 'const rows = withoutErased(core, fact.rows)', 'const { rows } = fact'),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'erased-is-not-paid',
    what: 'a message that was under way to somebody who was erased meanwhile counts as unknown, and its member is not paid',
    edits: one(
      blast('outcome/on-result.ts'),
      '  if (!attempt) return\n',
      "  if (!attempt || attempt.number === '') return\n",
    ),
    tests: ['tests/workerd/erasure.test.ts'],
    rule: 'erasure',
  },
  {
    name: 'enabled-with-its-failures',
    what: 'a proxy that an admin enables again is set aside after its first failure',
    edits: one(
      'domain/sending/proxies/store.ts',
      '      failed_probes = 0,\n      status = case',
      '      status = case',
    ),
    tests: ['tests/workerd/proxies-set-aside.test.ts'],
  },
  {
    name: 'closed-told-for-minutes',
    what: 'an account that heard nothing in the minutes after its owner was closed stays linked',
    edits: one('worker/tell-pause.ts', 'closedSince: now - DAY_MS }', 'closedSince: now - TELL_AGAIN_MS }'),
    tests: ['tests/workerd/person-closed.test.ts'],
  },
  {
    name: 'end-given-up-for-others',
    what: 'an address that was told of a trouble never hears of its end, because another one of its kind takes no mail',
    edits: one(
      'domain/operation/troubles/alerts-store.ts',
      ' and e.channel = s.channel and e.target = s.target',
      ' and e.channel = s.channel',
    ),
    tests: ['tests/workerd/alerts.test.ts'],
  },
  {
    name: 'mail-holds-up',
    what: 'one mail that the binding does not answer holds up all mails behind it',
    edits: one(
      'worker/services.ts',
      '        WAIT_MS,\n        env.EMAIL',
      '        1_000 * WAIT_MS,\n        env.EMAIL',
    ),
  },
  {
    name: 'screens-of-all-admins',
    what: 'an admin opens no screen any more because the others have theirs open',
    edits: one('durable-objects/user-channel/sockets.ts', '    if (listener.user !== user) continue\n', ''),
    tests: ['tests/workerd/link-limits.test.ts'],
  },
  {
    name: 'later-notice-breaks',
    what: 'after a rollback a notice of a kind that is not known takes the whole bell and the daily mail with it',
    rule: 'notices',
    edits: one('contract/people/notice-texts.ts', '  if (!isKnown(kind)) return `Ada kabar ${LATER}.`\n', ''),
    tests: ['tests/workerd/notices-of-later.test.ts'],
  },
  {
    name: 'campaign-stays-in-the-inbox',
    what: 'a campaign that goes on stands in the inbox for up to a minute more, and somebody looks for what is wrong with it',
    edits: one('web/lib/api/query-keys.ts', "campaign: ['campaigns']", 'campaign: []'),
  },
  {
    name: 'many-small-blasts-unproved',
    what: 'a thief of a sign-in writes their own words to everybody, twenty at a time',
    rule: 'proof-data',
    edits: one(
      'worker/routes/sending/one-off.ts',
      ' || (await countCall(db, `unproven:${who.id}`, day, now, people)) !== null',
      '',
    ),
    tests: ['tests/workerd/step-up.test.ts'],
  },
  {
    name: 'stops-of-all-unproved',
    what: 'a thief of a sign-in stops every recipient for good with one press',
    rule: 'proof-data',
    edits: one(
      'worker/routes/recipients/bulk-acts.ts',
      'if (!TAKEN_BACK.includes(act)) needProof()',
      "if (act === 'delete') needProof()",
    ),
    tests: ['tests/workerd/step-up.test.ts'],
  },
  {
    name: 'values-of-a-file-unproved',
    what: 'a thief of a sign-in puts their own words into live messages by a file of values',
    rule: 'template-activation',
    edits: one('worker/http/import.ts', '    if (await areLive(db, keys)) context.needProof()\n', ''),
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
]
