// What accounts tell of messages of campaigns after they were sent: how many (rule campaign-reach), and whose (rule campaign-came). With the settlement
// of their batch, once.
import { sql } from 'drizzle-orm'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

type Told = { campaign: number; id: number; bits: number }
/** Each person once, whichever batches tell of them: an update changes a row once, however many lines meet it. */
const peopleTold = (batches: readonly SettlementBatch[]): Told[] => {
  const told = new Map<string, Told>()
  for (const { came = {} } of batches)
    for (const [campaign, people] of Object.entries(came))
      for (const [id, bits] of Object.entries(people)) {
        const one = told.get(`${campaign} ${id}`) ?? { campaign: Number(campaign), id: Number(id), bits: 0 }
        told.set(`${campaign} ${id}`, { ...one, bits: one.bits | bits })
      }
  return [...told.values()]
}
/** And whose messages they were (rule campaign-came). Who has no row any more was deleted, or their campaign ended long ago. */
const cameStatements = (db: Db, batches: readonly SettlementBatch[]): Statement[] => {
  const people = peopleTold(batches)
  if (people.length === 0) return []
  return [
    db.run(sql`
      update campaign_people
      set came = came | (j.value ->> 'bits')
      from json_each(${JSON.stringify(people)}) j
      where campaign_id = j.value ->> 'campaign'
        and number_id = j.value ->> 'id'
        -- who waits has got nothing: what is told is of the number that their row had before
        and state between 1 and 4
        and (came | (j.value ->> 'bits')) <> came
    `),
  ]
}

/** None where nobody tells anything. Go after those that write down whom the messages were for. */
export const reachedStatements = (db: Db, batches: readonly SettlementBatch[]): Statement[] => {
  const told = JSON.stringify(batches.flatMap(({ reached = [] }) => reached))
  const came = cameStatements(db, batches)
  if (told === '[]') return came
  return [
    ...came,
    db.run(sql`
      update campaigns
      set
        delivered = campaigns.delivered + t.delivered, read = campaigns.read + t.read, answered = campaigns.answered + t.answered
      from (
        select
          value ->> 'campaign' as campaign,
          sum(value ->> 'delivered') as delivered, sum(value ->> 'read') as read, sum(value ->> 'answered') as answered
        from json_each(${told})
        group by 1
      ) t
      where campaigns.id = t.campaign
    `),
    // a receipt may be told before the message that it is of is settled
    db.run(sql`
      insert into campaign_hours (campaign_id, hour, template_id, success, fail, unknown, delivered, read, answered)
      select
        j.value ->> 'campaign', j.value ->> 'hour', j.value ->> 'templateId', 0, 0, 0,
        sum(j.value ->> 'delivered'), sum(j.value ->> 'read'), sum(j.value ->> 'answered')
      from json_each(${told}) j
      where exists (select 1 from campaigns where id = j.value ->> 'campaign')
      group by 1, 2, 3
      on conflict (campaign_id, hour, template_id) do update set
        delivered = delivered + excluded.delivered, read = read + excluded.read, answered = answered + excluded.answered
    `),
  ]
}
