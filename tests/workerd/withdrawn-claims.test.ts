// A number is deleted, erased, renamed or deactivated, and the answer of D1 gets lost: anyone who presses again is told
// that it is done only when the account that held the number has let go of it; else the cron does it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../domain/ground/db/connection.ts'
import { phoneById } from '../../domain/recipients/phone-numbers/list-store.ts'
import { editPhone, type PhonePorts, removePhone } from '../../domain/recipients/phone-numbers/save-phones.ts'
import { deletePhones } from '../../domain/recipients/phone-numbers/delete-store.ts'
import { applyPlan } from '../../domain/recipients/phone-numbers/store.ts'
import { dropLeftovers } from '../../domain/recipients/suppressions/drop-claims.ts'
import { erasePerson } from '../../domain/recipients/suppressions/erase-person.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { erase } from '../../domain/recipients/suppressions/store.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { cron } from './support/cron.ts'
import { all, bound, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { numbers, portsOf, stage } from './support/stage.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

beforeAll(async () => {
  watchTrips()
  await stage()
  // a place without people is one that waits for its restore
  await makeLender('somebody')
})
let dropped: string[] = []
const db = connect(bound.DB)
const ports = (): PhonePorts => ({
  ...portsOf(db),
  now: Date.now(),
  by: 'admin',
  dropNumber: async (accountId, number) => void dropped.push(`${accountId} ${number}`),
})
let number = ''
let id = 0
let serial = 0
beforeEach(async () => {
  dropped = []
  serial += 1
  number = (await numbers(serial, 1))[0] ?? ''
  await run(`update phone_numbers set in_use = 1, in_use_by = 'holder', in_use_claim = 1 where number = ?`, number)
  id = (await all<{ id: number }>('select id from phone_numbers where number = ?', number))[0]?.id ?? 0
})
const row = async () => {
  const found = await phoneById(db, id)
  if (!found) throw new Error('no row')
  return found
}
const deleted = () => deletePhones(db, [{ i: id, n: number, h: 'h' }], { by: 'admin', now: 1 }, {})
const letGo = async () => {
  expect(dropped).toEqual([`holder ${number}`])
  expect(await all('select 1 from withdrawn_claims')).toEqual([])
}

describe('an answer that got lost', () => {
  test('of an erasure', async () => {
    const hashes = hashesOfNumber(hashRing(bound), number)
    await erase(db, { hashes, number, by: 'admin', now: 1 }, [])
    await erasePerson(ports(), { number, by: 'admin' }, () => [])
    await letGo()
  })
  test('of a deletion', async () => {
    await deleted()
    await expect(removePhone(ports(), id, () => [])).rejects.toMatchObject({ code: 'not_found' })
    await letGo()
  })
  test('of an edit that gave the row another number', async () => {
    const plan = { number: '6281299999999', name: 'N', status: 'nonactive', consent: 'none' } as const
    const asked = { by: 'admin', now: 1, oldHash: 'o', newHashes: ['n'] } as const
    await applyPlan(db, await row(), plan, asked, { first: [], more: [] })
    await editPhone(ports(), id, { name: 'Lain' }, () => [])
    expect(dropped).toContain(`holder ${number}`)
  })
  test('of an edit that deactivated it', async () => {
    await run(`update phone_numbers set status = 'nonactive' where id = ?`, id)
    await editPhone(ports(), id, { status: 'nonactive' }, () => [])
    await letGo()
  })
})

// on the hour it tidies, and every five minutes the Worker looks at itself
test.each([0, 1, 5])(
  'rule number-claim: nobody presses again: the cron of minute %i asks the holder, and forgets the claim',
  async (minute) => {
    await deleted()
    expect(await all('select account_id from withdrawn_claims')).toEqual([{ account_id: 'holder' }])
    const trips = await tripsOf(() => cron(minute))
    expect(await all('select 1 from withdrawn_claims')).toEqual([])
    // before what fails or takes long: erasures, the look for troubles, and vaults resealed
    const asked = (table: string) =>
      trips.findIndex(({ statements }) => statements.some((sql) => sql.includes(`from ${table}`)))
    expect(asked('withdrawn_claims')).toBeGreaterThan(-1)
    for (const later of ['erasures', 'vault_rows']) expect(asked(later)).toBeGreaterThan(asked('withdrawn_claims'))
  },
)
test('what nobody holds leaves no claim behind', async () => {
  await run('update phone_numbers set in_use = 0, in_use_by = null where id = ?', id)
  await removePhone(ports(), id, () => [])
  expect([dropped, await all('select 1 from withdrawn_claims')]).toEqual([[], []])
})

test('rule number-claim: an account that hangs holds up neither the others nor the minute', async () => {
  await deleted()
  await run(`insert into withdrawn_claims select number_id, number, 'hangs' from withdrawn_claims`)
  const dropNumber = (accountId: string) => (accountId === 'hangs' ? new Promise(() => undefined) : Promise.resolve())
  await dropLeftovers({ db, dropNumber }, 20)
  expect(await all('select account_id from withdrawn_claims')).toEqual([{ account_id: 'hangs' }])
})
