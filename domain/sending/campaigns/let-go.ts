// A campaign is let go by somebody else than who changed it, where the settings say so, and with the messages that the question showed (rules
// campaign-review, campaigns).
import { CAMPAIGN_MOVED } from '../../../contract/sending/campaigns.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnlessRead } from '../../ground/edits/store.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { templateById, templateRead } from '../templates/store.ts'
import { refused } from './plan-campaign.ts'
import { refuseOwnChange } from './review-store.ts'

type Shown = { id: string; version: string }
const asShown = async (db: Db, messages: readonly Shown[]): Promise<Statement[]> => {
  const rows = await Promise.all(messages.map(({ id }) => templateById(db, id)))
  return messages.map(({ id, version }, i) => {
    const row = rows[i]
    if (!row || versionOf(templateRead(row)) !== version) throw refused('state', CAMPAIGN_MOVED)
    return refuseUnlessRead(db, 'templates', { id }, templateRead(row))
  })
}
/** For the batch of a launch or of going on; it fails (needs_another; edited, where a message was changed since). @throws Refusal invalid_input: one was before */
export const letGo = async (
  db: Db,
  { id, messages }: { id: number; messages: readonly Shown[] },
  { who, now }: { who: string; now: number },
): Promise<Statement[]> => [...(await asShown(db, messages)), refuseOwnChange(db, id, who, now)]
