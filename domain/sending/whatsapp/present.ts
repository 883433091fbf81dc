// An account on the wire: its row, with the newer values of its object where that was asked.
import { countsOfDay, dailyCapOf } from '../blast/rules.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import type { LastRun } from '../../../contract/sending/last-run.ts'
import type { Account } from '../../../contract/sending/whatsapp.ts'
import type { ListedAccount } from './store.ts'

const WHATSAPP_SERVER = 's.whatsapp.net'

export const presentAccount = (row: ListedAccount, now: number): Account => ({
  id: row.id,
  clientid: row.clientid,
  phonenumber: row.phonenumber,
  pushname: row.pushname,
  nickname: row.nickname,
  server: WHATSAPP_SERVER,
  proxyId: row.proxy_id,
  user_id: row.user_id,
  ...(row.owner_name === undefined ? {} : { owner_name: row.owner_name }),
  purpose: row.purpose,
  state: row.state,
  status: row.status,
  currentState: row.state,
  blasting: row.status === 'sending',
  progressing: row.status === 'sending',
  blaster: false,
  waiting: false,
  waitTime: 0,
  waitReason: null,
  count_success: row.count_success,
  count_fail: row.count_fail,
  income: senToRupiah(row.income_sen),
  progress: 0,
  sent_today: countsOfDay({ day: row.sent_day, today: row.sent_today, yesterday: 0 }, now).today,
  ...(row.daily_cap === undefined ? {} : { daily_cap: dailyCapOf({ daily_cap: row.daily_cap }) }),
  last_run: row.last_run === null ? null : (JSON.parse(row.last_run) as LastRun),
  held: row.held === null ? null : (JSON.parse(row.held) as Held),
  attempting: false,
  attempingCode: null,
  suspended: row.state === 'suspended',
  suspended_count: row.suspended_count,
  restricted_until: row.restricted_until === null ? null : new Date(row.restricted_until).toISOString(),
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
})

/** The newer of both, by version. */
export const withSnapshot = (account: Account, live: (Partial<Account> & { version: number }) | null): Account =>
  live && live.version >= account.version ? { ...account, ...live } : account
