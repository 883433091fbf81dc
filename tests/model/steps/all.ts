import type { Step } from '../relation.ts'
import { CAMPAIGN } from './campaign.ts'
import { LEASE } from './lease.ts'
import { MESSAGE } from './message.ts'
import { STOP } from './stop-and-settle.ts'
import { WITHDRAW } from './withdraw.ts'

/** All that may happen. */
export const STEPS: readonly Step[] = [LEASE, MESSAGE, STOP, WITHDRAW, CAMPAIGN].flatMap((some) => Object.values(some))
