// Faults about time that the simulator finds because its world has what they need: clocks of their own, and weeks.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const RUN_RULES = 'domain/sending/blast/run-rules-store.ts'

export const TIME: readonly Fault[] = [
  {
    name: 'lease-by-wall-clock',
    what: 'a runner measures its leases by its wall clock: set back, it believes in one that ended long ago',
    edits: one(
      'runner/account-link.ts',
      'const now = (): number => performance.now()',
      'const now = (): number => Date.now()',
    ),
  },
  {
    name: 'early-alarm-lost',
    what: 'an alarm that rings before it is due by its object’s clock is set again for the same millisecond, and never rings',
    edits: one(
      'durable-objects/alarm-rules.ts',
      'const behind = rings === null ? 0 : Math.max(0, rings - now)',
      'const behind = 0',
    ),
  },
  {
    name: 'clock-untold',
    what: 'a runner whose clock is off by more than ten seconds is told to nobody',
    edits: one('domain/operation/troubles/judge-rules.ts', '    ...clocksOf(runners),\n', ''),
  },
  {
    name: 'dead-letters-untold',
    what: 'a batch that no consumer survives ends in the dead letter queue, and nobody is told',
    edits: one('worker/queue.ts', "await noteDead(env, 'settlements', queue.messages.length)", ''),
  },
  {
    name: 'cooldown-without-end',
    what: 'the cooldown counts days for hours: after a week nobody gets a message again',
    edits: one(RUN_RULES, '${COOLDOWN_H} * 3600000 end`', '${COOLDOWN_H} * 86400000 end`'),
  },
]
