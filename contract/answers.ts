// What each call answers, as far as a client may rely on it. The API document is made from these, and
// the conformance suite holds the running Worker to them. More keys than these may come.
import { z } from 'zod'
import type { ApiRoute } from './access.ts'
import { wsTicketAnswer } from './auth.ts'
import { blasterJob, refusedTarget } from './blaster.ts'
import { bonusItem } from './bonus.ts'
import { adminHome, memberHome } from './home.ts'
import { importJob, skippedItem } from './imports.ts'
import { statementLine } from './ledger.ts'
import { level } from './levels.ts'
import { localAnswer, remoteAnswer, socketAnswer } from './monitor.ts'
import { generatorRow, resultRow, validatorRow } from './number-checks.ts'
import { pageMeta } from './paging.ts'
import { phoneRow } from './phone-numbers.ts'
import { proxyRow } from './proxies.ts'
import { settings } from './settings.ts'
import { dayRow } from './stats.ts'
import { template } from './templates.ts'
import { user } from './users.ts'
import { account, createdMessage } from './whatsapp.ts'
import { withdrawItem } from './withdraw.ts'

const rupiah = z.number()
const done = z.looseObject({ success: z.literal(true) })
const both = <T extends z.ZodType>(name: string, item: T) => z.looseObject({ [name]: item, data: item })
const saved = <T extends z.ZodType>(name: string, item: T) => both(name, item).extend({ success: z.literal(true) })
const page = <T extends z.ZodType>(row: T) =>
  z.looseObject({ data: z.array(row), list: z.array(row), meta: pageMeta, totalPages: z.number() })
const list = <T extends z.ZodType>(row: T) =>
  z.looseObject({ list: z.array(row), data: z.array(row), truncated: z.boolean() })
const counts = z.looseObject({ success: z.number(), fail: z.number(), successCount: z.number(), failCount: z.number() })
const total = z.looseObject({ total: rupiah, value: rupiah })
const value = <K extends string>(key: K) => z.looseObject({ [key]: rupiah, value: rupiah, total: rupiah })
const imported = <T extends z.ZodType>(row: T) =>
  z.looseObject({ success: z.literal(true), jobId: z.string(), created: z.array(row), skipped: z.array(skippedItem) })

const member = user.extend({ name: z.string(), income: rupiah, whatsapps: z.number() })
const referral = z.looseObject({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  income: rupiah,
})
const deed = z.looseObject({
  id: z.number(),
  date: z.string(),
  actor_id: z.string(),
  action: z.string(),
  target: z.string(),
})
const suppression = z.looseObject({
  id: z.number(),
  number: z.string().nullable(),
  via: z.string(),
  createdAt: z.string(),
})
const consent = z.looseObject({ id: z.number(), number: z.string().nullable(), event: z.string(), date: z.string() })
const accountCounts = z.looseObject({ connectedCount: z.number(), disconnectedCount: z.number() })
const interval = z.looseObject({
  success: z.literal(true),
  blast_interval_min: z.string(),
  blast_interval_max: z.string(),
})

export const ANSWERS: Partial<Record<ApiRoute, z.ZodType>> = {
  'POST /auth/login': z.looseObject({
    token: z.string(),
    user,
    data: z.looseObject({ token: z.string(), user }),
  }),
  'POST /auth/register': done,
  'POST /auth/validate': z.looseObject({ isvalid: z.literal(true), user, data: z.looseObject({ user }) }),
  'POST /auth/logout': done,
  'POST /auth/ws-ticket': wsTicketAnswer,
  'POST /auth/reset-password': done,

  'GET /admin/users/:id': z.looseObject({ user, level: z.string(), color: z.string() }),
  'GET /admin/users/blast-fee/:id': z.looseObject({ blast_fee: rupiah }),
  'PUT /admin/users/:id': z.looseObject({ user }),
  'GET /admin/users/members': z.looseObject({ users: z.array(member), truncated: z.boolean() }),
  'GET /admin/users/members-per-page': page(member),
  'GET /admin/users/active': z.looseObject({ count: z.number() }),
  'GET /admin/users/referral-per-page': page(referral).extend({ total: rupiah }),
  'POST /admin/users/:id/reset-link': done.extend({ link: z.string(), expiresAt: z.string() }),

  'POST /admin/whatsapp/new-client': z.looseObject({ proxyId: z.string().nullable() }),
  'POST /admin/whatsapp/remove-client': done,
  'GET /admin/whatsapp/client-state/:id': z.looseObject({ state: z.string() }),
  'POST /admin/whatsapp/save': saved('whatsapp', account),
  'GET /admin/whatsapp/:id': both('whatsapp', account),
  'GET /admin/whatsapp/list': list(account),
  'GET /admin/whatsapp/list/:userId': list(account),
  'GET /admin/whatsapp/list-per-page': page(account),
  'GET /admin/whatsapp/count/:userId': accountCounts,
  'GET /admin/home': adminHome.loose(),
  'GET /admin/home/:userId': memberHome.loose(),
  'GET /admin/whatsapp/count': accountCounts,
  'PUT /admin/whatsapp/status': saved('whatsapp', account),
  'POST /admin/whatsapp/start-blasting': saved('whatsapp', account),
  'POST /admin/whatsapp/stop-blasting': saved('whatsapp', account),
  'POST /admin/whatsapp/reset': saved('whatsapp', account),
  'POST /admin/whatsapp/send-message/1': done.extend({
    msg: z.string(),
    message: z.string(),
    jobId: z.string(),
    job: blasterJob,
    data: blasterJob,
    refused: z.array(refusedTarget),
  }),
  'GET /admin/whatsapp/listen-message-created/:id': z.looseObject({ message: createdMessage.nullable() }),
  'POST /admin/whatsapp/activate': saved('whatsapp', account),
  'PUT /admin/whatsapp/interval': interval,

  'GET /admin/blaster/list-per-page': page(blasterJob),
  'POST /admin/blaster/stop': saved('job', blasterJob),
  'GET /admin/blaster/:id': both('job', blasterJob),

  'GET /admin/messagelog/count/:userId': z.looseObject({ successCount: z.number(), failCount: z.number() }),
  'GET /admin/messagelog/today-income/:userId': z.looseObject({ income: rupiah }),
  'GET /admin/messagelog/today-count': counts,
  'GET /admin/messagelog/total-count': counts,
  'GET /admin/stats/daily': accountCounts.extend({ list: z.array(dayRow), data: z.array(dayRow) }),

  'GET /admin/withdraw/income/:userId': value('income'),
  'GET /admin/withdraw/balance/:userId': value('balance'),
  'GET /admin/withdraw/total-requested/:userId': total,
  'GET /admin/withdraw/total-accepted/:userId': total,
  'GET /admin/withdraw/total-today': total,
  'GET /admin/withdraw/total-all': total,
  'GET /admin/withdraw/history/:userId': list(withdrawItem),
  'GET /admin/withdraw/histories': list(withdrawItem),
  'GET /admin/withdraw/histories-per-page': page(withdrawItem),
  'GET /admin/withdraw/statement/:userId': page(statementLine).extend({ open: z.array(statementLine) }),
  'POST /admin/withdraw/settle': done.extend({ settled: z.number() }),
  'POST /admin/withdraw/request': saved('withdraw', withdrawItem),
  'PUT /admin/withdraw/update': saved('withdraw', withdrawItem),

  'POST /admin/bonus/create': done.extend({ bonus: bonusItem }),
  'DELETE /admin/bonus/:id': done,
  'GET /admin/bonus/list-per-page': page(bonusItem),
  'GET /admin/bonus/total/:userId': z.looseObject({ totalBonus: rupiah }),

  'GET /admin/setting/get': z.looseObject({ setting: settings }),
  'PUT /admin/setting/update': done.extend({ setting: settings }),

  'GET /admin/proxy/list': list(proxyRow),
  'GET /admin/proxy/list-per-page': page(proxyRow),
  'GET /admin/proxy/:id': both('proxy', proxyRow),
  'POST /admin/proxy/save': saved('proxy', proxyRow),
  'POST /admin/proxy/import': imported(proxyRow),
  'PUT /admin/proxy/:id': saved('proxy', proxyRow),
  'DELETE /admin/proxy/:id': done,
  'GET /admin/proxy/count-use': z.looseObject({ unUsed: z.number(), used: z.number() }),

  'GET /admin/phonenumber/list': list(phoneRow),
  'GET /admin/phonenumber/list-per-page': page(phoneRow),
  'GET /admin/phonenumber/:id': both('phonenumber', phoneRow),
  'POST /admin/phonenumber/save': saved('phonenumber', phoneRow),
  'POST /admin/phonenumber/import': imported(phoneRow),
  'PUT /admin/phonenumber/:id': saved('phonenumber', phoneRow),
  'DELETE /admin/phonenumber/:id': done,
  'GET /admin/phonenumber/count-blast': z.looseObject({ blasted: z.number(), unBlasted: z.number() }),

  'GET /admin/message/list': list(template),
  'GET /admin/message/list-per-page': page(template),
  'GET /admin/message/:id': both('message', template),
  'POST /admin/message/create': done.extend({ message: template }),
  'POST /admin/message/import': imported(template),
  'PUT /admin/message/:id': done.extend({ message: template }),
  'DELETE /admin/message/:id': done,

  'GET /admin/generator/list-per-page': page(generatorRow),
  'GET /admin/generator/:id': both('generator', generatorRow),
  'POST /admin/generator/create': saved('generator', generatorRow),
  'PUT /admin/generator/:id': saved('generator', generatorRow),
  'DELETE /admin/generator/:id': done,
  'POST /admin/generator/start': saved('generator', generatorRow),
  'POST /admin/generator/stop': saved('generator', generatorRow),
  'GET /admin/generator/download-result/:id': z.looseObject({ list: z.array(resultRow) }),
  'GET /admin/validator/list-per-page': page(validatorRow),
  'GET /admin/validator/:id': both('validator', validatorRow),
  'POST /admin/validator/create': saved('validator', validatorRow),
  'PUT /admin/validator/:id': saved('validator', validatorRow),
  'DELETE /admin/validator/:id': done,
  'POST /admin/validator/start': saved('validator', validatorRow),
  'POST /admin/validator/stop': saved('validator', validatorRow),
  'GET /admin/validator/download-result/:id': z.looseObject({ list: z.array(resultRow) }),

  'POST /admin/level/create': done.extend({ level }),
  'GET /admin/level/list-per-page': page(level),
  'GET /admin/level/:id': both('level', level).extend(level.shape),
  'PUT /admin/level/:id': done.extend({ level }),
  'DELETE /admin/level/:id': done,

  'GET /admin/suppression': page(suppression),
  'POST /admin/suppression': done,
  'DELETE /admin/suppression/:id': done,
  'GET /admin/consent': page(consent),
  'POST /admin/consent/erase': done,
  'GET /admin/audit': page(deed),
  'GET /admin/import/:id': importJob,
  'GET /admin/ledger/reconcile': z.looseObject({
    difference: rupiah,
    rows: z.array(z.looseObject({ userId: z.string() })),
  }),
  'GET /dev/monitor/local': localAnswer,
  'GET /dev/monitor/remote': remoteAnswer,
  'GET /dev/monitor/socket': socketAnswer,
  'POST /public/opt-out': done,
  'GET /health': z.looseObject({ ok: z.literal(true) }),
}
