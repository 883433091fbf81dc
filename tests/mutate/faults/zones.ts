// Faults that take away what hours of the recipients' zones promise.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const TESTS = ['tests/workerd/campaign-zones.test.ts']
const BY_ZONE = ['tests/workerd/campaign-by-zone.test.ts']
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
    name: 'zone-of-whoever-rests-with-it',
    what: 'whoever rests in Jakarta while the east has its turn is of the east from then on',
    rule: 'campaign-zone',
    edits: one(
      `${CAMPAIGNS}claim-store.ts`,
      'where q.campaign_id = ${campaign} and q.state = 0 and q.at >= ${lane} and q.at <=',
      'where q.campaign_id = ${campaign} and q.state = 0 and q.at <=',
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
      'contract/sending/campaign-hours.ts',
      'openHours(campaign, window, ahead)',
      'openHours(campaign, window)',
    ),
    tests: TESTS,
  },
  {
    name: 'night-window-never-opens',
    what: 'a place that sends over midnight can launch no campaign',
    rule: 'campaign-zone',
    edits: one('contract/sending/campaign-hours.ts', 'return from < until', 'return from !== until'),
    tests: ['contract/sending/campaign-hours.test.ts'],
  },
  {
    name: 'zone-without-its-midnight',
    what: 'hours after midnight in the east, which is evening in Jakarta, are refused as if they never came',
    rule: 'campaign-zone',
    edits: one('contract/sending/campaign-hours.ts', '[ahead * 60, ahead * 60 - DAY_MINUTES]', '[ahead * 60]'),
    tests: ['contract/sending/campaign-hours.test.ts'],
  },
  {
    name: 'zone-that-closes-last-first',
    what: 'the east gets nothing in its hours while somebody in Jakarta waits',
    rule: 'campaign-zone',
    edits: one(
      `${CAMPAIGNS}claim-store.ts`,
      'when c.zone_field is not null and ${isOpenFor(2, now)} then 2',
      'when ${isOpenFor(0, now)} then 0 when c.zone_field is not null and ${isOpenFor(2, now)} then 2',
    ),
    tests: TESTS,
  },
  {
    name: 'zone-that-rests-has-its-turn',
    what: 'nobody gets a campaign while all of one zone rest after another message',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}claim-store.ts`, ') <= ${lane} + ${now}\n  `', ') is not null\n  `'),
    tests: TESTS,
  },
  {
    name: 'zone-field-goes',
    what: 'the field of the zones is deleted while a launch reads it: whoever comes after that has the hours of Jakarta',
    rule: 'campaign-zone',
    edits: one('domain/recipients/fields/store.ts', 's.zone_field = ${key}', 'false'),
    tests: TESTS,
  },
  {
    name: 'zone-field-gone-at-the-launch',
    what: 'a campaign is launched whose field of zones was deleted a moment before: everybody has the hours of Jakarta',
    rule: 'campaign-zone',
    edits: one('worker/routes/sending/campaigns.ts', '    refuseZoneGone(db, id),\n', ''),
    tests: TESTS,
  },
  {
    name: 'zone-of-before-its-change',
    what: 'a draft whose zone is changed is launched with the one of before',
    rule: 'campaign-zone',
    edits: one(
      `${CAMPAIGNS}store.ts`,
      'until_min = ${untilMin}, zone_field = ${v.zone_field}, budget',
      'until_min = ${untilMin}, budget',
    ),
    tests: TESTS,
  },
  {
    name: 'zone-changed-during-its-launch',
    what: 'a launch does not see that somebody changed the zone since it was read',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}store.ts`, ' and zone_field is ${read.zone_field}', ''),
    tests: TESTS,
  },
  {
    name: 'hours-that-come-no-more',
    what: 'a campaign goes on whose hours the place has no more, and nobody ever gets it',
    rule: 'campaign-zone',
    edits: one(
      'worker/routes/sending/campaigns.ts',
      '  mustBeOpen(settings, campaignRead(before), now)\n  await mustBeAgreed({ db, now, settings }, before)\n  // whoever did',
      '  await mustBeAgreed({ db, now, settings }, before)\n  // whoever did',
    ),
    tests: TESTS,
  },
  {
    name: 'zone-untold',
    what: 'a member reads hours of the recipients’ zones as those of Jakarta',
    rule: 'campaign-zone',
    edits: one(`${CAMPAIGNS}own-store.ts`, 'c.zone_field, c.end_at', 'null as zone_field, c.end_at'),
    tests: TESTS,
  },
  {
    name: 'zone-by-one-name',
    what: 'whose zone is written as Asia/Jayapura gets a campaign in the hours of Jakarta',
    rule: 'campaign-zone',
    edits: one(
      `${CAMPAIGNS}zone-store.ts`,
      "['wit', 'utc+9', 'utc+09', 'utc+09:00', '+9', '+09', '+09:00', 'asia/jayapura']",
      "['wit', 'utc+9']",
    ),
    tests: TESTS,
  },
  {
    name: 'zone-dropped-by-a-page-of-before',
    what: 'a page of the release before takes a draft’s zone away, and cannot change a paused campaign that has one',
    rule: 'campaign-zone',
    edits: one('worker/routes/sending/campaigns.ts', '=== undefined ? before.zone_field :', '=== undefined ? null :'),
    tests: TESTS,
  },
  {
    name: 'zones-uncounted',
    what: 'nobody counts who of a launch lives in which zone: a large campaign has all of them in Jakarta',
    rule: 'campaign-estimate',
    edits: one(`${CAMPAIGNS}launch-store.ts`, 'sql`q.at`)} = 1)', 'sql`q.at`)} = 3)'),
    tests: BY_ZONE,
  },
  {
    name: 'zones-of-an-estimate',
    what: 'the end of a campaign is estimated as if all its people had the hours of Jakarta',
    rule: 'campaign-estimate',
    edits: one('contract/sending/campaign-estimate.ts', 'return counted === 0', 'return counted >= 0'),
    tests: ['tests/simulate/estimate.test.ts'],
  },
  {
    name: 'zone-of-an-estimate-that-closes-last-first',
    what: 'an estimate has Jakarta sent to while the east is open, whose turn comes first',
    rule: 'campaign-estimate',
    edits: one('contract/sending/campaign-estimate.ts', 'open.toReversed()', 'open'),
    tests: ['contract/sending/campaign-estimate.test.ts'],
  },
  {
    name: 'zone-that-is-done-slows-the-estimate',
    what: 'an estimate reads the few messages of a small zone as how fast the campaign is',
    rule: 'campaign-estimate',
    edits: one(`${CAMPAIGNS}outlook-store.ts`, 'filter((ahead) => people[ahead] !== 0)', 'filter(() => true)'),
    tests: BY_ZONE,
  },
  {
    name: 'zones-of-a-draft',
    what: 'before the launch a campaign’s end is estimated as if all its people had the hours of Jakarta',
    rule: 'campaign-estimate',
    edits: one(`${CAMPAIGNS}overlap-store.ts`, 'people where ahead = 1', 'people where ahead = 3'),
    tests: ['tests/workerd/campaign-overlap.test.ts'],
  },
  {
    name: 'pace-of-jakarta',
    what: 'a campaign that is spread evenly has not sent to the east when its hours are over for the last time',
    rule: 'campaign-pace',
    edits: one(`${CAMPAIGNS}spend-store.ts`, 'row.zone_field === null ?', "row.zone_field !== '' ?"),
    tests: BY_ZONE,
  },
  {
    name: 'pace-of-the-largest-zone',
    what: 'a small zone gets everything within its first minutes, at the pace that a large one needs',
    rule: 'campaign-pace',
    edits: one(`${CAMPAIGNS}pace-rules.ts`, 'if ((best.mask & now) !== 0) return', 'return'),
    tests: [`${CAMPAIGNS}pace-rules.test.ts`],
  },
]
