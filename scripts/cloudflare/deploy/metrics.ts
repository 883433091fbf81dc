// An account without Analytics Engine refuses a Worker that is bound to it. A release goes out without that binding then, and says so.
import { readFileSync, writeFileSync } from 'node:fs'
import { parse, stringify } from 'smol-toml'
import { NOT_ENABLED } from '../account.ts'
import type { ReleaseFolder } from './release.ts'

/** Cloudflare tells it at an upload alone. @param upload reads `release.config`; it is done again after its one refusal */
export const withoutMetricsWhereRefused = async (
  { release, tell }: { release: ReleaseFolder; tell: (line: string) => void },
  upload: () => Promise<void>,
): Promise<void> => {
  try {
    await upload()
  } catch (error) {
    const { analytics_engine_datasets: datasets, ...rest } = parse(readFileSync(release.config, 'utf8'))
    if (!String(error).includes(`[code: ${NOT_ENABLED.analyticsEngine}]`) || datasets === undefined) throw error
    writeFileSync(release.config, stringify(rest))
    tell('- this account has no Analytics Engine: released without it, its figures are those of the place alone')
    await upload()
  }
}
