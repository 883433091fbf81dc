// Topics of what is sent (rule topics): those that a person may refuse, and those that a member sends.
import { type SQL, sql } from 'drizzle-orm'
import { type OwnTopic, TOPICS_MAX } from '../../../contract/recipients/topics.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

/** Topics of what a member's standing blast may send: of every active template of it whose topic they have not refused. @param userId null: of anybody */
export const sentTopics = (userId: string | null): SQL => sql`
  select t.topic
  from templates t
  where t.status = 'active' and t.only_campaigns = 0 and ${notRefusedBy(userId === null ? null : sql`${userId}`)}
`
/** Of templates as t. @param userId an expression; null: nobody's refusal counts */
export const notRefusedBy = (userId: SQL | null): SQL =>
  userId === null
    ? sql`true`
    : sql`(
        t.topic is null
        or t.topic not in (
          select j.value
          from users v, json_each(coalesce(v.refused_topics, '[]')) j
          where v.id = ${userId}
        )
      )`
/**
 * The topic of one template; of words of one's own, none. One that was deleted meanwhile has no row: nobody knows any more what it was about, and
 * only those get it who refused nothing.
 */
export const topicOfTemplate = (id: string | null): SQL =>
  id === null ? sql`select null as topic` : sql`select topic from templates where id = ${id}`

/** Those that are sent now, and those that this person has refused. */
export const topicsOfRecipient = (db: Db, number: string) =>
  db.all<{ topic: string; refused: 0 | 1 }>(sql`
    select topic, max(refused) as refused
    from (
      select topic, 0 as refused from templates where status = 'active' and topic is not null
      union all
      select topic, 1 from topic_refusals where number = ${number}
    )
    group by topic
    order by refused desc, topic
    limit ${TOPICS_MAX}
  `)

type OwnRow = Omit<OwnTopic, 'refused'> & { refused: 0 | 1 }
export const topicsOfMember = async (db: Db, userId: string): Promise<OwnTopic[]> => {
  const rows = await db.all<OwnRow>(sql`
    select
      t.topic,
      count(*) as templates,
      min(substr(t.text_wa, 1, 160)) as example,
      exists (
        select 1
        from users v, json_each(coalesce(v.refused_topics, '[]')) j
        where v.id = ${userId} and j.value = t.topic
      ) as refused
    from templates t
    where t.status = 'active' and t.topic is not null
    group by t.topic
    order by t.topic
    limit ${TOPICS_MAX}
  `)
  return rows.map((row) => ({ ...row, refused: row.refused === 1 }))
}
/**
 * One of them, as it is sent now; refusals of others stay, also of those that no active template has at present. Twice is once.
 */
export const refuseAsMember = (
  db: Db,
  userId: string,
  { topic, refused }: { topic: string; refused: boolean },
): Statement =>
  db.run(sql`
    update users
    set refused_topics = (
      select json_group_array(value)
      from (
        select value from json_each(coalesce(users.refused_topics, '[]')) where value <> ${topic}
        union all
        select ${topic}
        where ${refused ? sql`true` : sql`false`} and exists (select 1 from templates where status = 'active' and topic = ${topic})
      )
    )
    where id = ${userId}
  `)
