// What really happened in a stopped run, read by SQL from files: the sandbox's record, the objects' attempts and the ledger.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateDir, withDatabase } from '../stack/database.ts'

export type Attempt = {
  accountId: string
  messageId: string
  number: string
  outcome: 'pending' | 'success' | 'fail' | 'unknown'
  priceSen: number
  toldSequence: number | null
  revokedAt: number | null
  /** Id of the campaign that it is of; null: it is of the standing blast or of a one-off blast. */
  campaign: number | null
}
export type SentMessage = {
  id: string
  sender: string
  recipient: string
  time: number
  acked: number
  decrypted: number
  repeat: number
  /** How often the phone asked for it again. */
  asked: number
}

const select = <T>(file: string, sql: string): T[] => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all() as T[]
  } finally {
    db.close()
  }
}

/** The attempts of every account's object. @param dir of their files */
export const readAttempts = (
  home: string,
  dir = join(stateDir(home), 'v3/do/wa-blaster-api-AccountBlast'),
): Attempt[] => {
  if (!existsSync(dir)) return []
  const files = readdirSync(dir).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
  return files.flatMap((name) => {
    const file = join(dir, name)
    const tables = select<{ name: string }>(file, "select name from sqlite_master where name = 'attempts'")
    if (tables.length === 0) return []
    return select<Attempt>(
      file,
      `select message_id as messageId, number, outcome, price_sen as priceSen,
        told_sequence as toldSequence, revoked_at as revokedAt, campaign from attempts`,
    ).map((attempt) => ({ ...attempt, accountId: name }))
  })
}

/** Every frame with text or media that the sandbox accepted, repeats included, in order. */
export const readSent = (home: string): SentMessage[] =>
  select(
    join(home, 'whatsapp/sandbox/sandbox.sqlite'),
    `select m.id, m.sender, m.recipient, m.time, m.acked, m.decrypted, m.repeat, coalesce(r.count, 0) as asked
      from messages m left join retries r on r.recipient = m.recipient and r.id = m.id
      where m.type <> 'revoke' order by m.seq`,
  )
export type OptOut = { sender: string; deliveredAt: number }
export const readOptOuts = (home: string): OptOut[] =>
  select(
    join(home, 'whatsapp/sandbox/sandbox.sqlite'),
    'select sender, delivered_at as deliveredAt from replies where opt_out = 1 and delivered_at > 0',
  )

export type Books = {
  /** Sen; sum over people of |balance - (entries + what accrued)|. */
  ledgerDifference: number
  blastIncomeSen: number
  reversedSen: number
  leasesHeld: number
  /** Accounts that can only be used again after a new scan. */
  rescans: number
  settled: number
}
/** Posted and not posted yet. */
const earned = (kind: string, unposted: string): string => `select
  (select coalesce(sum(amount_sen), 0) from ledger where kind = '${kind}' and demo = 0) +
  (select coalesce(sum(${unposted}), 0) from daily_stats)`
export const readBooks = (home: string): Books =>
  withDatabase(home, (db) => {
    const one = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0] ?? 0)
    return {
      ledgerDifference: one(`with sums as (select user_id, sum(sen) as s from (
            select user_id, amount_sen as sen from ledger
            union all
            select user_id, unposted_income_sen + unposted_reversal_sen + unposted_referral_sen from daily_stats)
          group by user_id)
        select coalesce(sum(abs(coalesce(b.balance_sen, 0) - coalesce(s.s, 0))), 0)
        from balances b full outer join sums s on s.user_id = b.user_id`),
      blastIncomeSen: one(earned('blast_income', 'unposted_income_sen')),
      reversedSen: -one(earned('income_reversal', 'unposted_reversal_sen')),
      leasesHeld: one('select count(*) from phone_numbers where in_use = 1'),
      rescans: one("select count(*) from whatsapp where removed_at is null and state = 'loggedOut'"),
      settled: one('select count(*) from settlements'),
    }
  })
