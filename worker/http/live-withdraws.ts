// A withdraw was asked for or decided: the member's screens and those of everybody who pays out hear it at once.
import type { BrowserEvent } from '../../contract/events.ts'
import { senToRupiah } from '../../contract/money.ts'
import type { Db } from '../../domain/db/connection.ts'
import { balanceOf } from '../../domain/ledger/store.ts'
import { staffIds } from '../../domain/users/store.ts'
import { adminChannel, userChannel } from '../../durable-objects/stubs.ts'
import type { Env } from '../env.ts'

export const publishWithdraw = async (env: Env, db: Db, userId: string): Promise<void> => {
  const [{ balanceSen }, staff] = await Promise.all([balanceOf(db, userId), staffIds(db)])
  const deviceId = `client-${userId}`
  const moved: BrowserEvent = { event: 'withdraw', payload: { deviceId, userId } }
  const balance: BrowserEvent = {
    event: 'balance',
    payload: { deviceId, userId, balance: senToRupiah(balanceSen) },
  }
  await Promise.allSettled([
    userChannel(env, userId).publish([balance, moved]),
    adminChannel(env).publish([moved]),
    ...staff.map((id) => userChannel(env, id).publish([moved])),
  ])
}
