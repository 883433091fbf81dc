// While nobody listens, an account speaks to the admins rarely; whoever comes hears how things stand with its next frame.
import { expect, test } from 'vitest'
import { ADMIN_CLIENT_ID, type BrowserEvent, eventFrame } from '../../contract/events.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import { bound, FakeRunner, until } from './support/fake-runner.ts'
import { acked, linkedAccount, numbers, person, stage } from './support/stage.ts'

const runner = new FakeRunner('admin-channel')
/** The longest pause between two frames that nobody hears, in looks of `until`. */
const untilHeard = async (what: string, look: () => boolean) => {
  for (let rounds = 0; rounds < 3; rounds++) {
    const heard = await until(what, look).catch(() => false)
    if (heard) return
  }
  throw new Error(`never heard: ${what}`)
}

test('a listener who comes after frames that nobody heard hears how it stands, and all that follows', async () => {
  await stage({}, { office: false })
  await person('u1')
  await runner.join()
  const list = await numbers(1, 3)
  const { object, socket } = await linkedAccount(runner, 'u1')
  await object.stop()
  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': ADMIN_CLIENT_ID }
  const { webSocket } = await adminChannel(bound).fetch(new Request('https://channel/ws', { headers }))
  const heard: BrowserEvent[] = []
  webSocket?.accept()
  webSocket?.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
  await untilHeard('how it stands', () => heard.some((e) => e.event === 'stop'))
  await object.start()
  await until('a send', () => socket.sends()[0])
  await until('the numbers', () => heard.filter((e) => e.event === 'in_use').length === list.length)
  await object.stop()
  socket.say(acked(socket, 0))
  await until('the end', () => heard.filter((e) => e.event === 'stop').length === 2)
  expect(heard.every((e) => e.event === 'in_use' || e.payload.sender !== undefined)).toBe(true)
  webSocket?.close()
})
