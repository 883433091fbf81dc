// The whole product without its page, and with waits short enough to watch what happens after a kill.
import { type Stack, startStack } from '../../scripts/stack/stack.ts'

const VARS = { ACK_WAIT_MS: '6000', UNKNOWN_TO_FAIL_MS: '600000', LEASE_MS: '3000', LEASE_SKEW_MS: '500' }

export const openStack = (
  dataDir: string,
  say: (line: string) => void,
  { cronMs = 5_000, isNew = true, traces }: { cronMs?: number; isNew?: boolean; traces?: string | undefined } = {},
): Promise<Stack> => {
  // of every message
  const traced: Record<string, string> = traces === undefined ? {} : { OTLP_URL: traces, TRACE_SAMPLE: '1' }
  return startStack({
    dataDir,
    demoData: isNew ? 'people' : 'none',
    page: false,
    on: 'miniflare',
    vars: { ...VARS, ...traced },
    runnerEnv: { LEASE_MS: VARS.LEASE_MS, ...traced },
    cronMs,
    say: (line) => say(`  ${line}`),
  })
}
