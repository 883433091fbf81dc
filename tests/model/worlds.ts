// The worlds that are explored. Each has one more of something than the others, because all of everything would be too many states.
import { SMALL, World } from './world.ts'

const world = (size: Partial<typeof SMALL>): World => new World({ ...SMALL, ...size })

const NOBODY = { accounts: 0, persons: 0, runners: 0 }

/** Explored whole with each `npm test`. */
export const LITTLE: Readonly<Record<string, World>> = {
  'an account that two runners want': world({ persons: 0, runners: 2 }),
  'two withdraws of a member who has the money for one': world({ persons: 0, withdraws: 2, given: 1 }),
  'a withdraw of a member who has the money for two': world({ persons: 0, withdraws: 1, given: 2 }),
  'one of each, and a withdraw of what it earned': world({ withdraws: 1 }),
  'an account, a person, two runners, and deletions': world({ runners: 2, deletes: true }),
  'a campaign that has the budget for one of two people': world({ ...NOBODY, recipients: 2, budget: 1 }),
  'a campaign that could write twice to people who go and come back': world({ ...NOBODY, recipients: 2, budget: 3 }),
  'a person who is deleted, comes back, or has a stop lifted': world({ returns: true }),
}
/** More by `npm run model`. */
export const LARGE: Readonly<Record<string, World>> = {
  'two accounts want one person': world({ accounts: 2, skew: 0 }),
  'two runners, deletions, and a withdraw': world({ runners: 2, withdraws: 1, deletes: true }),
  'two withdraws of what it earned and had': world({ withdraws: 2, given: 1 }),
}
/** Where a fault is looked for that no little world has: not all of their states. */
export const PARTS: Readonly<Record<string, World>> = {
  'two accounts': world({ accounts: 2 }),
  'two persons': world({ persons: 2 }),
}
