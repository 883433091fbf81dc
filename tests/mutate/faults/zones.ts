// Faults that take away what hours of the recipients' zones promise.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const TESTS = ['tests/workerd/campaign-zones.test.ts']
const CAMPAIGNS = 'domain/sending/campaigns/'

export const ZONES: readonly Fault[] = [
  {
    name: 'zones-of-jakarta',
    what: 'whoever lives in the east gets a campaign in the hours of Jakarta',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}rules.ts`, 'const there = at + ahead * HOUR_MS', 'const there = at'),
    tests: TESTS,
  },
  {
    name: 'zone-ends-in-jakarta',
    what: 'an account goes on sending to a zone whose hours are over until those of Jakarta are',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}rules.ts`, 'const shift = (ahead ?? 0) * HOUR_MS', 'const shift = 0'),
    tests: TESTS,
  },
  {
    name: 'zone-lost-by-rest',
    what: 'whoever rested when their turn came gets the campaign in the hours of Jakarta',
    rule: 'campaign-zone',
    edits: one(
      `${CAMPAIGNS}claim-store.ts`,
      '${lane} + max(f.free_at, ${now + SOON_MS})',
      'max(f.free_at, ${now + SOON_MS})',
    ),
    tests: TESTS,
  },
  {
    name: 'zone-of-the-last-claim',
    what: 'an account that has people of two zones sends to both until the later one closes',
    rule: 'campaign-zone',
    edits: one(
      'durable-objects/account-blast/claim/claim-rules.ts',
      'until: Math.min(fresh.until, before?.until ?? Infinity)',
      'until: Math.max(fresh.until, before?.until ?? 0)',
    ),
    tests: ['durable-objects/account-blast/claim/claim-rules.test.ts'],
  },
  {
    name: 'zone-in-a-list',
    what: 'a list says the year 33658 of whoever waits in the east',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}zone-store.ts`, 'sql`${at} % ${LANE}`', 'sql`${at}`'),
    tests: TESTS,
  },
  {
    name: 'hours-that-never-come',
    what: 'a campaign whose hours leave a zone nothing of the place’s window is launched',
    rule: 'campaign-zone',
    edits: one(
      'contract/sending/campaign-estimate.ts',
      'openHours(campaign, window, ahead)',
      'openHours(campaign, window)',
    ),
    tests: TESTS,
  },
]
