// The whole product without its page, and with waits short enough to watch what happens after a kill.
import { type Stack, startStack } from '../../scripts/stack/stack.ts'

const VARS = { ACK_WAIT_MS: '6000', UNKNOWN_TO_FAIL_MS: '600000', LEASE_MS: '3000', LEASE_SKEW_MS: '500' }

export const openStack = (
  dataDir: string,
  say: (line: string) => void,
  { cronMs = 5_000, isNew = true } = {},
): Promise<Stack> =>
  startStack({
    dataDir,
    demoData: isNew ? 'people' : 'none',
    page: false,
    vars: VARS,
    runnerEnv: { LEASE_MS: VARS.LEASE_MS },
    cronMs,
    say: (line) => say(`  ${line}`),
  })
