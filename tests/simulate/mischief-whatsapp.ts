// What WhatsApp and its users do: they close, fall silent, refuse, restrict, and write STOP.
import type { Act, Scene } from './mischief.ts'
import type { Moods } from './whatsapp-parts.ts'

const SOME_MESSAGES = 12

const close = ({ world, promises, random }: Scene): void => {
  const account = random.pick(world.accounts)
  const code = random.pick([408, 408, 428, 500, 503, 515, 401, 440])
  world.whatsapp.close(account.id, code)
  promises.disturb(account.id)
}
const breakConnection = ({ world, promises, random }: Scene): void => {
  const connections = [...world.runners.values()].flatMap((runner) => runner.connections())
  if (connections.length === 0) return
  const connection = random.pick(connections)
  const halfOpen = random.chance(0.6)
  world.story.say(`${connection.accountId}: the connection to WhatsApp ${halfOpen ? 'is half-open' : 'breaks'}`)
  if (halfOpen) connection.halfOpen = true
  else connection.break()
  promises.disturb(connection.accountId)
}

/** One fault on WhatsApp's side, for a while. */
const mood =
  (what: string, set: (moods: Moods, until: number) => void, unset: (moods: Moods) => void) =>
  ({ world, random }: Scene): void => {
    const forMs = random.between(5_000, 100_000)
    world.story.say(`WhatsApp for ${Math.round(forMs)} ms: ${what}`)
    set(world.whatsapp.moods, world.now + forMs)
    world.after(forMs, 'mood over', () => unset(world.whatsapp.moods))
  }
const never = (): void => {}
const mute = mood('reads nothing, then all at once', (moods, until) => void (moods.muteUntil = until), never)
/** Holds up what is being sent when the sending window closes, until the window is over. */
export const muteAtClosing = (scene: Scene): void => {
  const { world, random } = scene
  if (!Number.isFinite(world.closesAt()) || random.chance(0.4)) return
  const { moods } = world.whatsapp
  world.after(world.closesAt() - world.now - random.between(1_000, 12_000), 'mute at closing', () => {
    if (!world.isTroubled) return
    const forMs = random.between(8_000, 20_000)
    world.say(`WhatsApp reads nothing for ${Math.round(forMs)} ms`)
    moods.muteUntil = world.now + forMs
  })
}
const endLogins = mood('ends each login at once', (moods, until) => void (moods.endsLoginsUntil = until), never)
const holdAcks = mood('holds its acks', (moods, until) => void (moods.holdAcksUntil = until), never)
const refuse = mood(
  'refuses questions',
  (moods) => void (moods.refuseQuery = 0.6),
  (moods) => void (moods.refuseQuery = 0),
)
const leaveOut = mood(
  'leaves entries out of its answers',
  (moods) => void (moods.leaveOut = 0.6),
  (moods) => void (moods.leaveOut = 0),
)
const loseAcks = mood(
  'loses acks',
  (moods) => void (moods.loseAck = 0.4),
  (moods) => void (moods.loseAck = 0),
)
const unreadable = mood(
  'recipients cannot read',
  (moods) => void (moods.unreadable = 0.5),
  (moods) => void (moods.unreadable = 0),
)
const manyStop = mood(
  'many answer STOP',
  (moods) => void (moods.stop = 0.3),
  (moods) => void (moods.stop = 0),
)

const stop = ({ world, random }: Scene): void => {
  const { received } = world.whatsapp
  const message = received[received.length - 1 - random.below(Math.min(SOME_MESSAGES, received.length))]
  if (message) world.whatsapp.stop(message.accountId, message.number, random.chance(0.5))
}
/** A person writes to an account that never wrote to them, and only their LID is in the message. */
const stopElsewhere = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  world.whatsapp.stop(account.id, random.pick(world.numbers), true)
}
/**
 * A person starts over with their number, and has another LID. They stop by it, somebody learns whose it is, and what they wrote by the old
 * one comes late.
 */
const beginAnew = ({ world, random }: Scene): void => {
  const { received, lids } = world.whatsapp
  const recent = received[received.length - 1 - random.below(Math.min(SOME_MESSAGES, received.length))]
  const number = recent?.number ?? random.pick(world.numbers)
  world.say(`${number} starts over on another phone`)
  const old = lids.of(number)
  lids.beginAnew(number)
  const to = (): string => (recent && random.chance(0.5) ? recent.accountId : random.pick(world.blasters).id)
  if (random.chance(0.7))
    world.after(random.between(0, 30_000), 'stops', () => world.whatsapp.stop(to(), number, random.chance(0.8)))
  if (recent && random.chance(0.4))
    world.after(random.between(0, 60_000), 'stopped before', () =>
      world.whatsapp.stop(recent.accountId, number, true, old),
    )
  if (random.chance(0.7))
    world.after(random.between(0, 60_000), 'writes', () => world.whatsapp.write(to(), number, 'Halo'))
}
const revoke = ({ world, random }: Scene): void => {
  const { received } = world.whatsapp
  const message = received[received.length - 1 - random.below(Math.min(SOME_MESSAGES, received.length))]
  if (message && !message.refused) world.whatsapp.revoke(message.accountId, message.id)
}
/** New chats are refused for a while; what WhatsApp says about the end varies. */
const restrict = ({ world, random }: Scene): void => {
  const account = random.pick(world.blasters)
  const device = world.whatsapp.deviceOf(account.id)
  if (!device) return
  const forMs = random.between(20_000, 150_000)
  world.story.say(`WhatsApp lets ${account.id} begin no chats for ${Math.round(forMs)} ms`)
  device.limitedUntil = world.now + forMs
  for (let i = 0; i <= random.below(3); i++)
    world.whatsapp.tellLimit(account.id, random.chance(0.7) ? world.now + random.between(5_000, forMs) : null)
  world.after(forMs, 'unrestricted', () => world.whatsapp.tellLimitOver(account.id))
}

export const WHATSAPP_ACTS: readonly Act[] = [
  [4, close],
  [3, breakConnection],
  [2, mute],
  [1, endLogins],
  [2, holdAcks],
  [2, refuse],
  [2, leaveOut],
  [2, loseAcks],
  [1, unreadable],
  [1, manyStop],
  [3, stop],
  [1, stopElsewhere],
  [1, beginAnew],
  [1, revoke],
  [1, restrict],
]
