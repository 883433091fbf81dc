// Faults in what admins do under a running blast, in what becomes of a person who has another LID, and where R2 fails.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const blast = (path: string): string => `durable-objects/account-blast/${path}`

export const OFFICE: readonly Fault[] = [
  {
    name: 'hold-unread',
    what: 'an account that an admin paused sends what it has claimed',
    edits: one(blast('sending/next-step.ts'), "if (view.held) return { kind: 'held', lookAt: null }", ''),
  },
  {
    name: 'pause-untold',
    what: 'a pause of the place reaches an account with its next claim only',
    edits: one(
      'worker/tell-pause.ts',
      'tellAccounts(env, await accountsAtWork(db), pause)',
      'tellAccounts(env, (await accountsAtWork(db)).slice(0, 0), pause)',
    ),
  },
  {
    name: 'pause-for-ever',
    what: 'an account that was paused with its person does not hear that it goes on',
    edits: one(
      blast('holds.ts'),
      '    doc.person = pause\n',
      '    if (pause.paused || pause.closed) doc.person = pause\n',
    ),
  },
  {
    name: 'comes-back-as-new',
    what: 'whoever is deleted and imported again is written to again at once',
    edits: one('domain/phone-numbers/import-store.ts', '    recallRows(db, list, hashes, fresh),\n', ''),
  },
  {
    name: 'lifted-alone',
    what: 'one person lifts the stop of somebody who asked for nothing',
    edits: one(
      'domain/suppressions/lift.ts',
      'if (await askedThemselves(db, stopped)) {\n      await runBatch(db, liftBatch(db, stopped, lift, true, audit))',
      'if (await askedThemselves(db, stopped) || stopped) {\n      await runBatch(db, liftBatch(db, stopped, lift, false, audit))',
    ),
  },
  {
    name: 'own-fee-last',
    what: 'a message pays the general price although its level has one',
    edits: one('domain/blast/price-rules.ts', 'fee.own ?? fee.level ?? fee.setting', 'fee.own ?? fee.setting'),
  },
  {
    name: 'drafts-leave',
    what: 'a template leaves before anybody has published it',
    edits: one(
      'domain/blast/context-store.ts',
      "        from templates t\n        where t.status = 'active'\n",
      '        from templates t\n',
    ),
  },
  {
    name: 'second-stop-unheard',
    what: 'a stop of somebody who has stopped leaves no trace, and what they wrote before it lifts both',
    edits: one(
      'domain/suppressions/store.ts',
      "select event = 'opt_in' or at < ${saidAt}\n",
      "select event = 'opt_in'\n",
    ),
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
      blast('erase.ts'),
      'eraseFromOptOuts(core.sql, number, lids)',
      'eraseFromOptOuts(core.sql, number, lids.slice(0, 1))',
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
]
