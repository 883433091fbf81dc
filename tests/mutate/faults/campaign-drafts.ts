// Faults that make a draft, or a page without its figures yet, say what is not so.
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
]
