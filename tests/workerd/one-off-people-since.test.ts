// Who got a one-off blast, when its people were erased, renumbered or deleted since (rule one-off-people).
import { expect, test, vi } from 'vitest'
import type { claimNumbers } from '../../domain/sending/blast/store.ts'
import { Stored } from '../../durable-objects/account-blast/core/stored.ts'
import { until } from '../../scripts/drive/until.ts'
import { failed } from './support/blasting.ts'
import { all, one, run } from './support/database.ts'
import { answerAll, reportAs, settled, states, useOneOff } from './support/one-off.ts'
import { acked, linkedAccount, numbers } from './support/stage.ts'

const { runner, people, send, ended, stopped } = useOneOff()
const { page, everybody, file } = reportAs(() => people.admin)

test('rule one-off-people: whoever is erased is in no page and no file, tried, waiting or refused', async () => {
  const list = await numbers(44_000, 5)
  await run('update phone_numbers set suppressed = 1 where number = ?', list[4])
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  await answerAll(account, 1)
  await until('the second', () => account.socket.sends()[1])
  await stopped(account, json.jobId)
  await settled()
  for (const number of [list[0], list[2], list[4]]) await account.object.erase(number ?? '')
  const left = [
    [list[1], 'success'],
    [list[3], 'waiting'],
  ]
  expect(states(await everybody(json.jobId, 1))).toEqual(left)
  const { unlisted, forgotten } = await page(json.jobId)
  expect([unlisted, forgotten]).toEqual([1, 0])
  const said = await file(json.jobId)
  for (const number of [list[0], list[2], list[4]]) expect(said).not.toContain(number)
  expect(said.trim().split('\n')).toHaveLength(1 + left.length)
})

test('rule one-off-people: whoever is erased while their message is on its way, or while they are claimed, is named by nothing afterwards', async () => {
  const list = await numbers(48_000, 3)
  const account = await linkedAccount(runner, people.member.id)
  const { socket, object } = account
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object
  const { saveThenCall } = Stored.prototype
  let erased = ''
  let isOver = false
  const calls = vi.spyOn(Stored.prototype, 'saveThenCall').mockImplementation(async function (this: Stored, call) {
    const answer: unknown = await saveThenCall.call(this, call)
    const [claimed] = (answer as Partial<Awaited<ReturnType<typeof claimNumbers>>> | undefined)?.numbers ?? []
    if (claimed && erased === '') {
      erased = claimed.number
      await until('somebody who is claimed is erased', () => isOver)
    }
    return answer
  })
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  await until('the claim', () => erased !== '')
  await object.erase(erased)
  isOver = true
  await until('the first', () => socket.sends()[0])
  calls.mockRestore()
  expect(states((await page(json.jobId, '&state=dropped')).list)).toEqual([])
  const unsent = socket.sends()[0]?.number ?? ''
  await run('delete from phone_numbers where number in (?, ?)', erased, unsent)
  await object.erase(unsent)
  socket.say(failed(socket, 0, 'offline'))
  await until('the second', () => socket.sends()[1])
  socket.say(acked(socket, 1))
  await ended(json.jobId)
  const left = list.filter((number) => number !== erased && number !== unsent)
  const { list: shown, ...more } = await page(json.jobId)
  expect([states(shown), more]).toEqual([
    left.map((number) => [number, 'success']),
    { next: null, unlisted: 1, forgotten: 0 },
  ])
  expect(await all('select refused from blaster_jobs where id = ?', json.jobId)).toEqual([{ refused: '[]' }])
})

test('rule one-off-people: a row opens the page of who has its number, whatever became of the row that it was claimed by', async () => {
  const list = await numbers(49_000, 3)
  const account = await linkedAccount(runner, people.member.id)
  const { json } = await send({ senders: account.phone, targets: list, message: 'Halo' })
  await answerAll(account, 3)
  await ended(json.jobId)
  await settled()
  const [given, gone, again] = list
  await run(`update phone_numbers set number = '6281299999997' where number = ?`, given)
  await run('delete from phone_numbers where number = ?', gone)
  await run(`update phone_numbers set id = id + 1000, name = 'Lain' where number = ?`, again)
  const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', again)
  const shown = new Map((await page(json.jobId)).list.map((row) => [row.number, row]))
  expect([given, gone, again].map((number) => shown.get(number ?? ''))).toMatchObject([
    { id: null, name: 'N' },
    { id: null, name: 'N' },
    { id, name: 'N' },
  ])
})
