// Proxies that fail, are disabled, enabled again and exchanged, where a place has some.
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { proxyById, updateProxy } from '../../domain/sending/proxies/store.ts'
import type { Act, Scene } from './mischief.ts'
import { insist } from './mischief-people.ts'

/** One, or as many as leave hardly any. */
const proxyFails = ({ world, random }: Scene): void => {
  if (world.proxies.length === 0) return
  const forMs = random.between(20_000, 200_000)
  const some = random.chance(0.4) ? world.proxies.slice(random.below(2)) : [random.pick(world.proxies)]
  world.say(`proxies fail for ${Math.round(forMs)} ms: ${some.join(', ')}`)
  for (const value of some) world.whatsapp.deadProxies.add(value)
  for (const runner of world.runners.values())
    for (const connection of runner.connections()) if (some.includes(connection.proxy ?? '')) connection.break()
  world.after(forMs, 'proxies again', () => some.forEach((value) => world.whatsapp.deadProxies.delete(value)))
}
const turn = ({ world }: Scene, id: string, active: boolean): void =>
  insist(
    world,
    `${active ? 'enables' : 'disables'} ${id}`,
    async () => {
      const db = connect(world.env.DB)
      const row = await proxyById(db, id)
      if (row) await runBatch(db, [updateProxy(db, id, { value: row.value, active })])
    },
    () => {},
  )
const disable = (scene: Scene): void => {
  const { world, random } = scene
  if (world.proxies.length === 0) return
  const id = random.pick(world.proxies)
  turn(scene, id, false)
  world.after(random.between(10_000, 120_000), 'enables', () => turn(scene, id, true))
}
/** What the probes have set aside, an admin enables again. */
const enableAll = (scene: Scene): void => {
  for (const id of scene.world.proxies) turn(scene, id, true)
}

export const PROXY_ACTS: readonly Act[] = [
  [2, proxyFails],
  [1, disable],
  [1, enableAll],
]
