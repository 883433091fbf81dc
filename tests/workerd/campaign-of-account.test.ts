// Which campaign an account sends at this minute (rule campaign-of-account): real Worker, D1 and object.
import { expect, test } from 'vitest'
import type { AccountStanding } from '../../contract/sending/account-check.ts'
import type { Account } from '../../contract/sending/whatsapp.ts'
import { until } from '../../scripts/drive/until.ts'
import { blastSends } from './support/blasting.ts'
import { finish, type Linked, ownerOf, stageCampaigns } from './support/campaigns.ts'
import { run } from './support/database.ts'
import { listenAsMember } from './support/member-screen.ts'
import { acked, numbers } from './support/stage.ts'

const { as, launched, move, account } = stageCampaigns('campaign-of-account')
const standing = async ({ accountId }: Linked): Promise<AccountStanding | null> =>
  (await as<{ standing: AccountStanding | null }>('GET', `/admin/account-check?find=${accountId}`)).json.standing
const shown = async ({ object }: Linked): Promise<string | null | undefined> => (await object.snapshot())?.campaign

test('rule campaign-of-account: of its present message, as its screens are told, and none once it sends the standing blast', async () => {
  await numbers(0, 2)
  await launched({ name: 'Promo Lebaran' })
  // who comes later is in none
  await numbers(10, 1)
  const sender = await account()
  const member = await ownerOf(sender)
  const screen = await listenAsMember(member)
  await sender.object.start()
  await until('the first send', () => blastSends(sender.socket)[0])
  expect(await shown(sender)).toBe('Promo Lebaran')
  // events of the same moment travel as one
  await until('its screen heard of it', () => screen.campaigns(sender.accountId).at(-1) === 'Promo Lebaran')
  expect(await standing(sender)).toMatchObject({ standing: 'sends', campaign: 'Promo Lebaran' })
  const list = await as<{ data: Account[] }>('GET', `/admin/whatsapp/list/${member}?synced=1`)
  expect(list.json.data.map(({ campaign }) => campaign)).toEqual(['Promo Lebaran'])
  for (const i of [0, 1]) {
    sender.socket.say(acked(sender.socket, i))
    await until(`send ${i + 1}`, () => blastSends(sender.socket)[i + 1])
  }
  expect(await shown(sender)).toBeNull()
  expect(await standing(sender)).toMatchObject({ standing: 'sends', campaign: null })
  await finish(sender)
  expect(await shown(sender)).toBeNull()
  await until('its screen heard of its last message', () => screen.campaigns(sender.accountId).at(-1) === null)
  screen.close()
})

test('rule campaign-of-account: of its last one between two messages, and of none once the campaign is paused', async () => {
  await numbers(0, 3)
  const id = await launched({ name: 'Pagi' })
  const sender = await account(600)
  await sender.object.start()
  await until('the first send', () => blastSends(sender.socket)[0])
  sender.socket.say(acked(sender.socket, 0))
  // between two messages it is the last one's
  await until('it waits', async () => (await sender.object.snapshot())?.waitReason === 'interval')
  expect(await shown(sender)).toBe('Pagi')
  await move('pause', id)
  expect(await shown(sender)).toBeNull()
  await sender.object.stop()
  await run('delete from campaigns')
})
