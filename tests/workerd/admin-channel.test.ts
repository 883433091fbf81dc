// Admins' frames pause while nobody listens; whoever comes hears at once what is going on.
import { expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_CLIENT_ID, type BrowserEvent, eventFrame } from '../../contract/events.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import { UserChannel } from '../../durable-objects/user-channel/object.ts'
import { bound, FakeRunner, until } from './support/fake-runner.ts'
import { acked, linkedAccount, numbers, person, stage } from './support/stage.ts'

const runner = new FakeRunner('admin-channel')

test('a listener who comes right after a frame that nobody heard hears what was kept back, and all that follows', async () => {
  await stage()
  await person('u1')
  await runner.join()
  const list = await numbers(1, 3)
  const told = vi.spyOn(UserChannel.prototype, 'publish')
  onTestFinished(() => told.mockRestore())
  /** Frames of accounts that nobody heard. */
  const unheard = () =>
    told.mock.settledResults.filter(
      ({ type, value }, place) => told.mock.calls[place]?.[1] && type === 'fulfilled' && value.listeners === 0,
    )
  const { object, socket } = await linkedAccount(runner, 'u1')
  await until('a frame that nobody heard', () => unheard().length > 0)
  // told while frames pause
  await object.stop()

  const headers = { upgrade: 'websocket', 'x-session': 's', 'x-device': ADMIN_CLIENT_ID }
  const { webSocket } = await adminChannel(bound).fetch(new Request('https://channel/ws', { headers }))
  const heard: BrowserEvent[] = []
  webSocket?.accept()
  webSocket?.addEventListener('message', ({ data }) => {
    const frame = eventFrame.parse(JSON.parse(String(data)))
    heard.push(...('events' in frame ? frame.events : [frame]))
  })
  const before = unheard().length
  await until('what was kept back', () => heard.some((e) => e.event === 'stop'))
  // numbers that are taken during a pause are never told: all of them are, so there is none
  await object.start()
  await until('a send', () => socket.sends()[0])
  await until('the numbers', () => heard.filter((e) => e.event === 'in_use').length === list.length)
  await object.stop()
  socket.say(acked(socket, 0))
  await until('the end', () => heard.filter((e) => e.event === 'stop').length === 2)
  expect(unheard()).toHaveLength(before)
  webSocket?.close()
})
