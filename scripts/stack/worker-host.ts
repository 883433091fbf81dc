// The Worker on Miniflare's own API, without wrangler's proxy in front. PORT, STATE_DIR, ENV_FILE;
// WORKER_BUNDLE: path of what was bundled before. WORKER_ENTRY: another Worker instead, with the same bindings. INSPECTOR_PORT: where its isolate can be inspected.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { workerBundle } from './build.ts'
import { given, untilEnded } from './hosts.ts'
import { WORKER_NAME } from './parts.ts'
import { mustRun, root } from './shell.ts'

const bundled = async (entry: string): Promise<string> => {
  const dir = mkdtempSync(join(tmpdir(), 'wa-blaster-worker-'))
  await mustRun('wrangler', ['deploy', entry, '--dry-run', '--containers-rollout=none', '--outdir', dir])
  const script = readFileSync(join(dir, basename(entry).replace(/\.ts$/, '.js')), 'utf8')
  rmSync(dir, { recursive: true, force: true })
  return script
}
const entry = process.env['WORKER_ENTRY']
const script =
  entry === undefined
    ? readFileSync(process.env['WORKER_BUNDLE'] ?? (await workerBundle()), 'utf8')
    : await bundled(entry)

// wrangler's type of these is wider than Miniflare's.
const workerOptions = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions as Record<
  string,
  unknown
> & { bindings: object }
const vars = parseEnv(readFileSync(given('ENV_FILE'), 'utf8'))
const options = convertV4MiniflareOptions({
  ...workerOptions,
  name: WORKER_NAME,
  modules: [{ type: 'ESModule', path: 'index.js', contents: script }],
  bindings: { ...workerOptions.bindings, ...vars },
  host: '127.0.0.1',
  port: Number(given('PORT')),
  // what stands for the cron
  unsafeTriggerHandlers: true,
  ...(process.env['INSPECTOR_PORT'] ? { inspectorPort: Number(process.env['INSPECTOR_PORT']) } : {}),
} as Parameters<typeof convertV4MiniflareOptions>[0])
// The folders in which wrangler keeps the same data.
const miniflare = new Miniflare({ ...options, resourcePersistencePath: join(given('STATE_DIR'), 'v3') })
await miniflare.ready
console.log(`Worker on ${given('PORT')}`)
untilEnded(miniflare)
