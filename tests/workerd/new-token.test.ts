// A proof makes a new token of the same sign-in; the one before proves nothing more and ends within a minute.
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { replaceToken } from '../../domain/people/auth/sign-ins-store.ts'
import { slideSession } from '../../domain/people/auth/store.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { listen } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { login, post, proved, security, valid } from './support/factors.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

describe('rule new-token: a proof', () => {
  const PROOF = { current_password: PASSWORD }
  const guarded = async (who: Person, token: string) =>
    (await post('/admin/fraud/lift', { ...who, token }, { user_id: 'x', reason: 'uji' })).json.reason
  const endsAt = async (token: string) =>
    (await all<{ at: number }>('select expires_at as at from sessions where token_hash = ?', await hashToken(token)))[0]
      ?.at ?? 0
  /** As if so long had gone by. */
  const later = (ms: number) => run('update sessions set expires_at = expires_at - ?', ms)
  test('makes another token, and who has the old one has no proof, also of a minute ago, and a minute left', async () => {
    const admin = await makePerson('admin')
    const old = admin.token
    expect(await guarded(admin, old)).not.toBe('proof_needed')
    const token = await proved(admin, PROOF)
    expect(token).not.toBe(old)
    expect(await guarded(admin, token)).not.toBe('proof_needed')
    expect([await guarded(admin, old), await valid(old), await valid(token)]).toEqual(['proof_needed', 200, 200])
    // use moves its end no more, neither of a call that read it before
    await run('update sessions set seen_at = 1')
    await valid(old)
    const span = { createdAt: Date.now() - 5 * DAY_MS, expiresAt: Date.now() + DAY_MS, seenAt: 1 }
    await slideSession(db, await hashToken(old), span, Date.now())
    expect(await endsAt(old)).toBeLessThanOrEqual(Date.now() + 60_000)
    expect(await endsAt(token)).toBeGreaterThan(Date.now() + 29 * DAY_MS)
    await later(60_001)
    expect([await valid(old), await valid(token)]).toEqual([401, 200])
  })
  test('of one tab keeps the other nine signed in: they go on with the old one until they have the new one', async () => {
    const who = await makePerson('member')
    const token = await proved(who, PROOF)
    expect(await Promise.all(Array.from({ length: 9 }, () => valid(who.token)))).toEqual(
      Array.from({ length: 9 }, () => 200),
    )
    expect(await Promise.all(Array.from({ length: 10 }, () => valid(token)))).toEqual(
      Array.from({ length: 10 }, () => 200),
    )
  })
  test('whose answer got lost can be made again with the old one; then only the last of its tokens stays', async () => {
    const who = await makePerson('member')
    const [lost, kept] = [await proved(who, PROOF), await proved(who, PROOF)]
    await later(60_001)
    expect([await valid(who.token), await valid(lost), await valid(kept)]).toEqual([401, 401, 200])
  })
  test('ends no later and shows in the list as the one sign-in that it is; with it its sign-out, its end and its device go along', async () => {
    const who = await makePerson('member')
    const began = Date.now() - 80 * DAY_MS
    await run('update sessions set created_at = ? where user_id = ?', began, who.id)
    const elsewhere = (await login(who)).json.token ?? ''
    await run(
      `insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth, kid, created_at) values (?, ?, ?, '', '', '', 1)`,
      who.id,
      await hashToken(who.token),
      `https://fcm.googleapis.com/${who.id}`,
    )
    const waits = [who.id, 't', 'baru@tests.example', await hashToken(who.token)]
    await run(
      'insert into email_changes (user_id, token_hash, email, session_hash, expires_at) values (?, ?, ?, ?, 9e15)',
      ...waits,
    )
    const token = await proved(who, PROOF)
    expect(await endsAt(token)).toBe(began + 90 * DAY_MS)
    expect((await security({ ...who, token })).sign_ins).toHaveLength(2)
    // the sign-in that its new email leaves is this one, too
    for (const table of ['push_subscriptions', 'email_changes'])
      expect(await all(`select session_hash as hash from ${table} where user_id = ?`, who.id), table).toEqual([
        { hash: await hashToken(token) },
      ])
    // ended from elsewhere, both tokens are gone at once
    const id = (await security({ ...who, token })).sign_ins.find(({ current }) => current)?.id
    expect((await post('/auth/sign-ins/end', { ...who, token: elsewhere }, { id })).status).toBe(200)
    expect([await valid(who.token), await valid(token), await valid(elsewhere)]).toEqual([401, 401, 200])
    const next = await proved({ ...who, token: elsewhere }, PROOF)
    expect((await post('/auth/logout', { ...who, token: next })).status).toBe(200)
    expect([await valid(elsewhere), await valid(next)]).toEqual([401, 401])
  })
  test('of a sign-in that ended meanwhile opens none', async () => {
    const who = await makePerson('member')
    const statements = replaceToken(db, { was: await hashToken(who.token), is: 'new', now: Date.now() })
    await run('delete from sessions where user_id = ?', who.id)
    await expect(runBatch(db, statements)).rejects.toThrow()
    expect(await all('select 1 from sessions where user_id = ?', who.id)).toEqual([])
  })
  test('closes the sockets of the old token alone; the new one opens others', async () => {
    const who = await makePerson('member')
    const elsewhere = (await login(who)).json.token ?? ''
    const [mine, other] = [await listen(`token=${who.token}`), await listen(`token=${elsewhere}`)]
    const closed: number[] = []
    mine.ws?.addEventListener('close', ({ code }) => void closed.push(code))
    other.ws?.addEventListener('close', () => void closed.push(0))
    const token = await proved(who, PROOF)
    await vi.waitFor(() => expect(closed).toEqual([4401]))
    expect((await listen(`token=${token}`)).status).toBe(101)
  })
})
