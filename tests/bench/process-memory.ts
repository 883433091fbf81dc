// Memory of a process that was started with the probe: medians of several samples, because RSS falls in steps while V8
// gives pages back.
import { pause } from '../../scripts/drive/until.ts'
import { spread } from './figures.ts'
import type { Memory } from './memory-probe.ts'

/** Of an idle process: what a login leaves to do, and the collector's own work, are over by then. */
const REST_MS = 20_000
const SAMPLES = 5
const SAMPLE_GAP_MS = 2_000

/** @param program as the process's command line ends before its arguments; other processes that see these are left alone. */
export const probeEnv = (port: number, program: string): Record<string, string> => ({
  NODE_OPTIONS: `--expose-gc --import=${new URL('memory-probe.ts', import.meta.url).href} --disable-warning=ExperimentalWarning`,
  MEMORY_PROBE_PORT: String(port),
  MEMORY_PROBE_PROGRAM: program,
})

/** Megabytes at rest. @throws Error when the process does not answer. */
export const memoryAtRest = async (port: number): Promise<Memory> => {
  await pause(REST_MS)
  const samples: Memory[] = []
  for (let i = 0; i < SAMPLES; i++) {
    if (i > 0) await pause(SAMPLE_GAP_MS)
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(30_000) })
    if (!response.ok) throw new Error(`the memory probe says: ${await response.text()}`)
    samples.push((await response.json()) as Memory)
  }
  return {
    rssMb: spread(samples.map((one) => one.rssMb)).median,
    heapMb: spread(samples.map((one) => one.heapMb)).median,
  }
}
