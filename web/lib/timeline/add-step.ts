// Steps of asking everybody, made one answer (rule timeline). Pure.
import type { Timeline } from '../../../contract/privacy/timeline.ts'

/** What the next step found, too. */
export const addStep = (found: Timeline, next: Timeline): void => {
  found.events.push(...next.events)
  found.accounts.push(...next.accounts)
  found.campaigns.push(...next.campaigns)
  found.silent.push(...next.silent)
  found.asked += next.asked
  found.after = next.after
  // one account may have fewer messages than the others
  if (Date.parse(next.since) > Date.parse(found.since)) found.since = next.since
}
