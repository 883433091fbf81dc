// Faults that take away that somebody else looks at a campaign before it is sent.
import type { Fault } from '../fault.ts'

export const CAMPAIGN_REVIEW: readonly Fault[] = [
  {
    name: 'campaign-of-one-person',
    what: 'who saved a campaign last lets it go on alone',
    rule: 'campaign-review',
    edits: [
      {
        file: 'domain/sending/campaigns/review-store.ts',
        from: "when 'campaign' then ${SAVES}",
        to: "when 'campaign' then false",
      },
    ],
    tests: ['tests/workerd/campaign-review.test.ts'],
  },
  {
    name: 'campaign-of-one-beside-another',
    what: 'who changed a campaign lets it go alone once somebody else has changed a template of it',
    rule: 'campaign-review',
    edits: [
      {
        file: 'domain/sending/campaigns/review-store.ts',
        from: "else e.action = 'phonenumber.field'\n    end\n",
        to: "else e.action = 'phonenumber.field'\n    end\n  order by e.id desc limit 1\n",
      },
    ],
    tests: ['tests/workerd/campaign-review.test.ts'],
  },
  {
    name: 'template-changed-while-sent',
    what: 'who changed nothing before the launch changes what a reviewed campaign sends, and nobody looks',
    rule: 'campaign-review',
    edits: [
      {
        file: 'worker/routes/sending/templates.ts',
        from: '...(before !== null && (isLive || losesTopic) ? [refuseUnseen(db, before.id)] : []),',
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-review.test.ts'],
  },
  {
    name: 'campaign-launched-unseen',
    what: 'a campaign is launched with another message than the question showed',
    rule: 'campaigns',
    edits: [
      {
        file: 'domain/sending/campaigns/let-go.ts',
        from: "return refuseUnlessRead(db, 'templates', { id }, templateRead(row))",
        to: "return refuseUnlessRead(db, 'templates', { id }, { id })",
      },
    ],
    tests: ['tests/workerd/campaign-review.test.ts'],
  },
]
