// One press, one act (rule one-press): what comes twice under one key happens once. The key's row is read with the sign-in and goes in
// with the effect, so a write takes no more round trips with a key than without one.
import type { Context } from 'hono'
import type { Call } from '../../contract/api/call.ts'
import { keepingOf, takesKey } from '../../contract/operation/keeping.ts'
import type { Route } from '../../contract/api/table.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { KEY_HEADER, REPLAYED_HEADER } from '../../contract/ground/press-key.ts'
import { PRESS_RUNS_MS, pressKey } from '../../contract/ground/presses.ts'
import { type Db, runBatch, type Statement } from '../../domain/ground/db/connection.ts'
import { digestOfForm, fingerprintOf, hashOfKey, openAnswer, sealAnswer } from '../../domain/ground/presses/seal.ts'
import {
  keepAnswer,
  PARTLY,
  type Press,
  pressOf,
  type PressRow,
  releaseKey,
  takeKey,
} from '../../domain/ground/presses/store.ts'
import type { AccountBlastRpc, ActName } from '../../durable-objects/rpc.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { errorFields, log } from '../log.ts'
import type { RequestAccess } from './access.ts'
import { Accepted, type AppEnv } from './context.ts'
import { valueOf } from './errors.ts'
import { isForm } from './form.ts'

export type AccountActs = {
  [A in ActName]: (...args: Parameters<AccountBlastRpc[A]>) => ReturnType<AccountBlastRpc[A]>
}
/** As objects name a press. */
export const pressId = ({ userId, key }: Pick<Press, 'userId' | 'key'>): string => `${userId}:${key}`

/** One request under a key, while its handler runs. */
export class RunningPress {
  readonly #press: Press
  /** true: an object has done something, so the key stays taken whatever comes of the call. */
  acted = false
  readonly #db: Db
  readonly #inBatch: boolean
  /** The next batch is not the last of the act: until that one the press is not done. */
  isPart = false
  constructor(db: Db, press: Press, inBatch: boolean) {
    this.#db = db
    this.#press = press
    this.#inBatch = inBatch
  }
  /** For the batch that is the act. */
  statements(): Statement[] {
    return this.#inBatch ? takeKey(this.#db, this.#press, { isPart: this.isPart }) : []
  }
  /** The key is taken before the object is called, and names it: the person who asks about the press asks the object. */
  async act(c: Context<AppEnv>, db: Db, accountId: string, name: ActName, args: unknown[]): Promise<unknown> {
    await runBatch(db, takeKey(db, this.#press, { accountId }))
    const value = valueOf(await accountObject(c.env, accountId).underPress(pressId(this.#press), name, args))
    this.acted ||= !(value !== null && typeof value === 'object' && 'ok' in value && value.ok === false)
    return value
  }
}
export const actsOf = (c: Context<AppEnv>, db: Db, press: RunningPress | null, accountId: string): AccountActs => {
  const object = accountObject(c.env, accountId)
  if (!press) return object
  // AccountActs has these names alone
  const under =
    (_: object, name: string | symbol) =>
    (...args: unknown[]) =>
      press.act(c, db, accountId, name as ActName, args)
  return new Proxy<AccountActs>(object, { get: under })
}

/** A larger form is not read for this: its length stands for it. */
const READ_BYTES = 1024 * 1024
const bodyOf = async (c: Context<AppEnv>, { upload }: Pick<Call, 'upload'>): Promise<string> => {
  if (!upload && !isForm(c)) return c.req.text()
  const length = c.req.header('content-length') ?? 'unknown length'
  const read = Number(length) <= READ_BYTES ? await digestOfForm(c.req.raw.clone()) : null
  return `form of ${read ?? length}`
}
/** @throws Refusal press_key */
const keyOf = (c: Context<AppEnv>): string => {
  const key = c.req.header(KEY_HEADER) ?? ''
  if (!pressKey.safeParse(key).success) throw new Refusal('press_key')
  return key
}

/** @throws Refusal: there is no answer that could be given again */
const answerOf = async (row: PressRow, { fingerprint }: Press, key: string, now: number): Promise<Response> => {
  if (row.fingerprint === null) throw new Refusal('press_burnt')
  if (row.fingerprint !== fingerprint) throw new Refusal('press_other')
  const isLost = now - row.at > PRESS_RUNS_MS
  if (row.status === null) throw new Refusal(row.account_id === null && isLost ? 'press_done' : 'press_running')
  if (row.status === PARTLY) throw new Refusal(isLost ? 'press_partly' : 'press_running')
  if (row.answer === null) throw new Refusal('press_done')
  const answer = await openAnswer({ key, request: row.request }, row.answer)
  return new Response(answer, {
    status: row.status,
    headers: { 'content-type': 'application/json', [REPLAYED_HEADER]: 'true' },
  })
}

type Asked = { route: Route; call: Pick<Call, 'roles' | 'upload'>; access: RequestAccess; now: number }
/**
 * Does the work under the key that came with the call, or gives the answer that was given before. Without a key, or for a call that takes
 * none, it does the work.
 * @throws Refusal
 */
export const onePress = async (
  c: Context<AppEnv>,
  { route, call, access, now }: Asked,
  work: (press: RunningPress | null) => Promise<object>,
): Promise<object> => {
  const { who, db } = access
  const hasKey = c.req.header(KEY_HEADER) !== undefined
  // a role that may not make the call is refused by the work itself
  if (!hasKey || !who || !takesKey(route) || !call.roles.includes(who.role)) return work(null)
  const key = keyOf(c)
  const request = `${c.req.method} ${new URL(c.req.url).pathname}${new URL(c.req.url).search}`
  const [hash, fingerprint] = await Promise.all([hashOfKey(key), fingerprintOf(key, request, await bodyOf(c, call))])
  const press: Press = { userId: who.id, key: hash, request: crypto.randomUUID(), fingerprint, at: now }
  // one batch with the sign-in's own statement
  const [before] = await Promise.all([pressOf(db, press), access.confirmed()])
  if (before) return answerOf(before, press, key, now)
  const running = new RunningPress(db, press, keepingOf(route) === 'batch')
  try {
    const answer = await work(running)
    c.executionCtx.waitUntil(keep(db, press, key, answer))
    return answer
  } catch (error) {
    // whatever it failed by: where the key is another request's by now, that one's answer is the answer
    const meanwhile = await pressOf(db, press)
    if (meanwhile && meanwhile.request !== press.request) return answerOf(meanwhile, press, key, now)
    if (meanwhile?.fingerprint === null) throw new Refusal('press_burnt')
    if (error instanceof Refusal && meanwhile && meanwhile.account_id !== null && !running.acted)
      await releaseKey(db, press)
    throw error
  }
}
/** After the answer has left. Where this is lost, the page reads again what changed. */
const keep = async (db: Db, press: Press, key: string, answer: object): Promise<void> => {
  const [status, body] = answer instanceof Accepted ? [202, answer.answer as object] : [200, answer]
  try {
    const sealed = await sealAnswer({ key, request: press.request }, JSON.stringify(body))
    await keepAnswer(db, press, status, sealed)
  } catch (error) {
    log.error('the answer to a press was not kept', errorFields(error))
  }
}
