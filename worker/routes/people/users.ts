// /admin/users: one person, their fee, the list of members.
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { makeResetLink } from '../../../domain/people/auth/reset-password.ts'
import { RESET_MS } from '../../../domain/people/auth/store.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { credentialNotice } from '../../../domain/people/notices/credential-notices.ts'
import { editableUser } from '../../../domain/people/users/as-read.ts'
import { earningOfUser, presentMember } from '../../../domain/people/users/present.ts'
import { activeMembers, memberPage, userById } from '../../../domain/people/users/store.ts'
import { readOverview } from '../../../domain/privacy/overview/overview.ts'
import { changeUser } from '../../../domain/people/user-changes/update-user.ts'
import { changeStatus, statusRef } from '../../../domain/privacy/closing/change-status.ts'
import { closedMail } from '../../../contract/people/mails.ts'
import { KIND_OF_STATUS, kindsOfUpdate } from '../../../domain/record/security-events/rules.ts'
import { endSockets } from '../../end-sockets.ts'
import { door, routes } from '../../http/door.ts'
import { tellChange } from '../../http/signed-in.ts'
import { ownDataFile } from '../../own-data.ts'
import { announce } from '../../push.ts'
import { hasMail, sendMail } from '../../services.ts'
import { tellStop } from '../../tell-pause.ts'

export const userRoutes = routes()
const LIST_MAX = 1_000

door(userRoutes, 'GET /admin/users/members', async ({ db }) => {
  const { rows, total } = await memberPage(db, { page: 1, limit: LIST_MAX })
  const users = rows.map(presentMember)
  return { users, data: users, list: users, truncated: total > users.length }
})

door(userRoutes, 'GET /admin/users/members-per-page', async ({ db, query: { role, ...query } }) => {
  const { rows, total } = await memberPage(db, { ...query, whose: role })
  return toPaged(rows.map(presentMember), total, query)
})

door(userRoutes, 'GET /admin/users/active', async ({ db }) => ({
  count: await activeMembers(db),
}))

door(userRoutes, 'GET /admin/users/blast-fee/:id', async ({ db, userId }) => {
  const user = await userById(db, userId)
  if (!user) throw new Refusal('not_found')
  return { ...earningOfUser(user), level: user.level_name ?? '' }
})

door(userRoutes, 'GET /admin/users/:id', async ({ db, userId }) => {
  const row = await userById(db, userId)
  if (!row) throw new Refusal('not_found')
  const user = editableUser(row)
  return { user, level: user.level, color: user.color }
})

door(userRoutes, 'GET /admin/users/:id/overview', async ({ db, userId }) => {
  const overview = await readOverview(db, userId)
  if (!overview) throw new Refusal('not_found')
  return overview
})

// For somebody who cannot be reached by mail: an admin passes the link on, and the person is told of it (rule reset-link).
door(userRoutes, 'POST /admin/users/:id/reset-link', async ({ env, db, who, param, now, audit, later }) => {
  const user = await userById(db, param('id'))
  if (!user) throw new Refusal('not_found')
  if (user.role === 'dev' && who.role !== 'dev') throw new Refusal('forbidden')
  const link = await makeResetLink(db, { userId: user.id, origin: env.APP_ORIGIN, now })
  if (link === null) throw new Refusal('too_many_attempts')
  const { statements, ...told } = credentialNotice(db, user, 'reset_link', now)
  await runBatch(db, [...statements, ...audit('user.reset_link', user.id)])
  later(tellChange(env, db, told))
  return { ...DONE, link, expiresAt: new Date(now + RESET_MS).toISOString() }
})

door(userRoutes, 'PUT /admin/users/:id/status', async ({ env, db, who, param, body, now, audit, later, security }) => {
  const id = param('id')
  const row = await changeStatus(db, { actor: who, id, change: body, now }, (before, after) => [
    ...audit('user.status', id, before, after),
    ...security(KIND_OF_STATUS[after.status], id),
  ])
  later(tellStop(env, db, id))
  later(announce(env, db, statusRef(id, now)))
  if (body.status === 'closed') {
    later(endSockets(env, { userId: id, keeps: null }))
    if (hasMail(env)) later(sendMail(env, { to: row.email, ...closedMail(body.reason) }))
  }
  const user = editableUser(row)
  return { ...DONE, user, level: user.level, color: user.color }
})

door(userRoutes, 'GET /admin/users/:id/data', async ({ db, who, userId, now, audit }) => {
  const user = await userById(db, userId)
  if (!user) throw new Refusal('not_found')
  if (who.id !== userId) await runBatch(db, audit('user.data', userId))
  return ownDataFile(db, user, now)
})

door(userRoutes, 'PUT /admin/users/:id', async (context) => {
  const { env, db, who, body, userId: targetId, audit, later, now, needProof, standing, security } = context
  const auditRows = (before: unknown, after: object) => [
    ...audit('user.update', targetId, before, after),
    ...kindsOfUpdate(after).flatMap((kind) => security(kind, targetId)),
  ]
  const origin = hasMail(env) ? env.APP_ORIGIN : null
  const changed = await changeUser(db, {
    actor: { ...who, hasFactor: Boolean(standing?.factorSince), needProof },
    targetId,
    update: body,
    now,
    origin,
    audit: auditRows,
    auditAsk: (id, about) => audit('approval.ask', id, undefined, about),
  })
  for (const mail of changed.mails) later(sendMail(env, mail))
  for (const ref of changed.refs) later(announce(env, db, ref))
  if (changed.ended) later(endSockets(env, { userId: targetId, keeps: changed.ended.keeps }))
  const user = editableUser(changed.user)
  const pending = changed.emailPending === null ? {} : { email_pending: changed.emailPending }
  const asked = changed.approvalPending ? { approval_pending: true } : {}
  return { ...DONE, user, level: user.level, color: user.color, ...pending, ...asked }
})
