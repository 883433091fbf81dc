// What moves together with money is read in one transaction of a backup, the cut: read apart, two tables would contradict each other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RETENTIONS } from '../../domain/operation/retention/rules.ts'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const tablesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].filter((name) => name in RETENTIONS).toSorted()

/** Written in the statements of money too, and read apart from it. */
const APART: Readonly<Record<string, string>> = {
  ledger: 'rows are only added: those up to where it ended at the cut',
  withdraw_steps: 'as the ledger',
  withdraw_proofs: 'as the ledger',
  settlement_marks: 'says of batches of weeks ago what their rows said',
  withdraw_holds: 'no amount follows from one',
  day_decisions: 'what was decided on a day, for its limit',
  fraud_scores: 'made anew each day',
  fraud_signals: 'made anew each day',
  phone_numbers: 'who was written to since is told again by accounts and journal',
  campaigns: 'counted again from its people after a restoration',
  campaign_people: 'settled batches of since then are told again',
  campaign_hours: 'as its people',
  cron_rounds: 'where a round begins',
}

test('rule backup: a table whose rows the money writes is in the cut of a backup, or in none, or says why it is read apart', () => {
  // its types are the Worker's: read as text
  const reader = read('domain/operation/backup/table-store.ts')
  const [, leftOut = ''] = /const LEFT_OUT = new Set\(\[([\s\S]*?)\]\)/.exec(reader) ?? []
  const [, cut = ''] = /(const WHOLE = [\s\S]*?)\n  const ends = /.exec(reader) ?? []
  const inCut = tablesIn(cut, /'(\w+)'/g)
  expect(inCut).toEqual(expect.arrayContaining(['balances', 'daily_stats', 'payout_lines', 'settlements']))
  const sources = readdirSync(join(root, 'domain/money'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(join('domain/money', name)))
  const written = tablesIn(
    [...sources, read('domain/sending/campaigns/settle-store.ts')].join('\n'),
    /\b(?:insert (?:or \w+ )?into|update|delete from)\s+(\w+)/g,
  )
  const known = new Set([...inCut, ...tablesIn(leftOut, /'(\w+)'/g), ...Object.keys(APART)])
  expect(written.filter((table) => !known.has(table))).toEqual([])
  // and none of them stays here once nobody writes it
  expect(Object.keys(APART).filter((table) => !written.includes(table) || inCut.includes(table))).toEqual([])
})
