// Objects that wake now with the code of the release before, now with this one's, over the same storage: what a release stores the other reads, as it
// is on both ways of a deployment, and after a rollback. Loaded by beside.ts in place of the classes themselves.
import { join } from 'node:path'
import { AccountBlast as Account } from '../../durable-objects/account-blast/object.ts'
import { RunnerFleet as Fleet } from '../../durable-objects/runner-fleet/object.ts'
import { UserChannel as Channel } from '../../durable-objects/user-channel/object.ts'

type Class = new (ctx: DurableObjectState, env: never) => object
/** By the moment and the object, so that a history is the same each time it is played. */
const isOfBefore = (ctx: DurableObjectState): boolean => {
  let hash = 17
  for (const sign of `${ctx.id.name}${Date.now()}`) hash = (hash * 31 + sign.charCodeAt(0)) % 65_521
  return hash % 2 === 0
}
const either = async <Here>(here: Here, path: string, name: string): Promise<Here> => {
  const before = (await import(join(process.env['SIMULATE_BESIDE'] ?? '', 'durable-objects', path)))[name] as Class
  return new Proxy(here as Here & Class, {
    construct: (target, [ctx, env]: [DurableObjectState, never]) =>
      Reflect.construct(isOfBefore(ctx) ? before : target, [ctx, env]),
  })
}
export const AccountBlast = await either(Account, 'account-blast/object.ts', 'AccountBlast')
export const RunnerFleet = await either(Fleet, 'runner-fleet/object.ts', 'RunnerFleet')
export const UserChannel = await either(Channel, 'user-channel/object.ts', 'UserChannel')
