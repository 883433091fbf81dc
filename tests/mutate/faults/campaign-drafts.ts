// Faults that make a draft, or a page without its figures yet, say what is not so; and at a campaign’s launch, walk and end.
import type { Fault } from '../fault.ts'

const DRAFTS = ['tests/workerd/campaign-drafts.test.ts']
export const CAMPAIGN_DRAFTS: readonly Fault[] = [
  {
    name: 'campaign-draft-keeps-places',
    what: 'the templates of a draft keep the order in which they first came, so that others get them than its form shows',
    rule: 'campaign-variants',
    edits: [
      {
        file: 'domain/sending/campaigns/store.ts',
        from: "...(state === 'draft' ? [db.run(sql`delete from",
        to: "...(state !== 'draft' ? [db.run(sql`delete from",
      },
    ],
    tests: DRAFTS,
  },
  {
    name: 'campaign-preview-in-turn',
    what: 'the form of a draft shows its templates in turn, whoever gets which',
    rule: 'campaign-variants',
    edits: [
      {
        file: 'web/features/sending/campaigns/parts/shown-messages.ts',
        from: 'variantOf(may, campaign ?? 0, person.id)',
        to: 'may[person.id % may.length]',
      },
    ],
    tests: ['web/features/sending/campaigns/parts/shown-messages.test.ts'],
  },
  {
    name: 'campaign-starts-in-the-past',
    what: 'a draft that waited past its start is launched, and sends at once',
    rule: 'campaign-start',
    edits: [
      {
        file: 'domain/sending/campaigns/plan-campaign.ts',
        from: 'startAt < now - START_GRACE_MS',
        to: 'startAt < 0',
      },
    ],
    tests: DRAFTS,
  },
  {
    name: 'unknown-figures-are-zero',
    what: 'a campaign’s page says zero of each template until its figures have come',
    edits: [
      {
        file: 'web/features/sending/campaigns/parts/course-figures.ts',
        from: 'hours === undefined ? null : sumOf',
        to: 'hours === undefined ? 0 : sumOf',
      },
    ],
    tests: ['web/features/sending/campaigns/parts/course-figures.test.ts'],
  },
  {
    name: 'rolling-begins-anew',
    what: 'a walk of a rolling campaign that takes longer than an hour begins anew, and never ends',
    edits: [
      {
        file: 'domain/sending/campaigns/roll-store.ts',
        from: 'and launched_to >= through_id\n',
        to: '\n',
      },
    ],
    tests: ['tests/workerd/campaign-rolling.test.ts'],
  },
  {
    name: 'campaign-ends-while-held',
    what: 'a campaign ends while accounts hold people of it',
    edits: [
      {
        file: 'domain/sending/campaigns/launch-store.ts',
        from: '      and claimed = settled\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-ends.test.ts'],
  },
  {
    name: 'campaign-launch-unstoppable',
    what: 'who sees their mistake while a campaign’s people are written down cannot stop it',
    edits: [
      {
        file: 'domain/sending/campaigns/moves-store.ts',
        from: "'launching', 'running', 'paused'",
        to: "'running', 'paused'",
      },
    ],
    tests: ['tests/workerd/campaign-ends.test.ts'],
  },
  {
    name: 'end-mailed-to-a-paused',
    what: 'who was paused is mailed how their campaign ended',
    edits: [
      {
        file: 'domain/sending/campaigns/end-store.ts',
        from: "          and u.status = 'active'\n",
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-ends.test.ts'],
  },
  {
    name: 'campaign-pace-of-the-claimed',
    what: 'who was claimed is spread once more: its number of messages is used up before its end',
    edits: [
      {
        file: 'domain/sending/campaigns/spend-store.ts',
        from: 'Infinity : row.budget - row.claimed',
        to: 'Infinity : row.budget',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-slow-before-its-start',
    what: 'the hours between launch and start make a campaign slow',
    edits: [
      {
        file: 'domain/sending/campaigns/outlook-store.ts',
        from: '    Date.parse(campaign.start_at ?? new Date(0).toISOString()),\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-price-at-its-pace',
    what: 'a price that somebody agreed to goes on at the pace of before',
    edits: [
      {
        file: 'domain/sending/campaigns/price-store.ts',
        from: ', per_slot = null',
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-price.test.ts'],
  },
  {
    name: 'paused-campaign-unproved',
    what: 'a thief of a sign-in changes what a paused campaign goes on with',
    edits: [
      {
        file: 'worker/routes/sending/campaigns.ts',
        from: '    needProof()\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-pause.test.ts'],
  },
]
