// Passkeys: what one must be to take the second step or sign in alone.
import { describe, expect, test } from 'vitest'
import { authenticator } from './support/authenticator.ts'
import { all, run } from './support/database.ts'
import { login, post, security, step, valid, withPasskey } from './support/factors.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, type Person } from './support/people.ts'

describe('rule passkeys: a passkey', () => {
  test('is added, shown, and takes the second step', async () => {
    const { who, device, codes, status } = await withPasskey()
    expect([status, codes.length]).toEqual([200, 10])
    expect((await security(who)).passkeys).toMatchObject([{ name: 'Ponsel', synced: false, usedAt: null }])
    const { json } = await login(who)
    expect(json.ways).toEqual(['passkey', 'recovery'])
    const done = await step({ ticket: json.ticket, passkey: await device.get(json.options.challenge) })
    expect([done.status, await valid(done.json.token)]).toEqual([200, 200])
    expect((await security(who)).passkeys[0]?.usedAt).not.toBeNull()
  })
  test('signs in alone, and only with the challenge that was given, once', async () => {
    const { device } = await withPasskey()
    const { json } = await post('/auth/passkey-options', null)
    const body = { ticket: json.ticket, passkey: await device.get(json.options.challenge) }
    const both = await Promise.all([post('/auth/login/passkey', null, body), post('/auth/login/passkey', null, body)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect((await post('/auth/login/passkey', null, { ...body, ticket: 'x'.repeat(43) })).status).toBe(410)
  })
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another site’s name', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody who showed finger, face or PIN', { flags: 0x01 }],
    ['a count that did not rise, as of a copy', { counter: 1 }],
    ['somebody else, as it says', { userHandle: 'somebody-else' }],
  ])('of %s is refused', async (_, lie) => {
    const { device } = await withPasskey()
    const { json } = await post('/auth/passkey-options', null)
    const passkey = await device.get(json.options.challenge, lie)
    const { status, json: refused } = await post('/auth/login/passkey', null, { ticket: json.ticket, passkey })
    expect([status, refused.reason]).toEqual([422, 'passkey_failed'])
  })
  test('is made by who showed finger, face or PIN alone, and a person has ten', async () => {
    const { who } = await withPasskey()
    const add = async (lie: { flags?: number }) => {
      const { json } = await post('/auth/passkeys/options', who)
      const passkey = await (await authenticator()).create(json.options.challenge, lie)
      return post('/auth/passkeys', who, { ticket: json.ticket, passkey, name: 'Lain' })
    }
    expect((await add({ flags: 0x41 })).json.reason).toBe('passkey_failed')
    await run(
      `
        insert into passkeys
        select
          p.id || n.value, user_id, public_key, counter, backup_eligible, backed_up, transports, name, created_at, used_at
        from passkeys p, json_each('[2, 3, 4, 5, 6, 7, 8, 9]') n
        where user_id = ?
      `,
      who.id,
    )
    expect([(await add({})).status, (await add({})).json.reason]).toEqual([200, 'passkey_many'])
    expect((await security(who)).passkeys).toHaveLength(10)
  })
  test('that is taken away while it answers opens nothing', async () => {
    const { who, device } = await withPasskey()
    const { json } = await post('/auth/passkey-options', null)
    const body = { ticket: json.ticket, passkey: await device.get(json.ticket) }
    const [key] = (await security(who)).passkeys
    // another one stays: the person has a factor all the same
    await run("insert into totp_secrets (user_id, sealed, confirmed_at) values (?, 'x', 1)", who.id)
    const late = await slowCall(['POST', '/auth/login/passkey'], { body }, 'insert into sessions', () =>
      post('/auth/passkeys/remove', who, { id: key?.id }),
    )
    expect(late.json.reason).toBe('passkey_unknown')
    expect(await all('select 1 from sessions where user_id = ?', who.id)).toHaveLength(1)
  })
  test('of somebody else does not take my second step', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const { json } = await login(mine.who)
    const taken = await step({ ticket: json.ticket, passkey: await theirs.device.get(json.ticket) })
    expect(taken.json.reason).toBe('passkey_unknown')
  })
  test('is added on the sign-in that asked for it alone', async () => {
    const [who, other] = [await makePerson('member'), await makePerson('member')]
    const { json } = await post('/auth/passkeys/options', who)
    const passkey = await (await authenticator()).create(json.options.challenge)
    expect((await post('/auth/passkeys', other, { ticket: json.ticket, passkey })).json.reason).toBe(
      'factor_ticket_invalid',
    )
  })
  test('taken away signs in no more; another’s stays', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const [key] = (await security(theirs.who)).passkeys
    const remove = async (who: Person) => (await post('/auth/passkeys/remove', who, { id: key?.id })).status
    expect([await remove(mine.who), await remove(theirs.who), await remove(theirs.who)]).toEqual([404, 200, 404])
    const { json } = await post('/auth/passkey-options', null)
    const gone = await post('/auth/login/passkey', null, {
      ticket: json.ticket,
      passkey: await theirs.device.get(json.ticket),
    })
    expect(gone.json.reason).toBe('passkey_unknown')
  })
  test('of a person without a second factor, as of an older database, opens nothing', async () => {
    const { who, device } = await withPasskey()
    await run('update users set factor_since = null where id = ?', who.id)
    const { json } = await post('/auth/passkey-options', null)
    const body = { ticket: json.ticket, passkey: await device.get(json.ticket) }
    expect((await post('/auth/login/passkey', null, body)).json.reason).toBe('passkey_unknown')
    expect(await all('select 1 from sessions where user_id = ?', who.id)).toHaveLength(1)
  })
  test('of a closed person opens nothing', async () => {
    const { who, device } = await withPasskey()
    await run("update users set status = 'closed', status_reason = 'uji' where id = ?", who.id)
    const { json } = await post('/auth/passkey-options', null)
    const refused = await post('/auth/login/passkey', null, {
      ticket: json.ticket,
      passkey: await device.get(json.ticket),
    })
    expect(refused.json.reason).toBe('account_closed')
  })
})
