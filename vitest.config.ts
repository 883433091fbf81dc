// All suites: unit (beside their subjects), simulate, workerd, platform, runner × sandbox, cloudflare, browser, crash, house.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { migratedSchema } from './tests/migrated-schema.ts'
import { LongestFirst, QUICK } from './tests/order.ts'
import { runtimeWords } from './tests/runtime-words.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const node = (name: string, include: string[], more: object = {}) => ({
  test: { name, environment: 'node' as const, include, ...more },
})
/** The runtime that production asks for. */
const compatibilityDate = /^compatibility_date = "(.+)"$/m.exec(readFileSync(at('./wrangler.toml'), 'utf8'))?.[1]
/** Where the objects' classes run in Node, on the simulator's platform. */
const onDouble = { alias: { 'cloudflare:workers': at('./tests/simulate/platform/cloudflare-workers.ts') } }
/**
 * Groups, one after the other: what draws pages would starve the rest, and what takes minutes comes last, where it is asked for. More files
 * at a time than two cores, since in each group there are files that mostly wait: for leases, for back-offs, for processes to come back,
 * for a page.
 */
const FIRST = { sequence: { groupOrder: 0 }, maxWorkers: 4, testTimeout: 30_000 }
const SECOND = { sequence: { groupOrder: 1 }, maxWorkers: 3 }
const LAST = { sequence: { groupOrder: 2 }, maxWorkers: 1 }
/** These boot processes, which takes its time. */
const BOOTING = { testTimeout: 120_000, hookTimeout: 180_000 }

/** The Worker with its objects in workerd. */
const inWorkerd = (name: string, test: { include: string[]; exclude?: string[]; isolate: boolean }) => ({
  plugins: [
    runtimeWords(),
    cloudflareTest(async () => ({
      main: './worker/index.ts',
      wrangler: { configPath: './wrangler.toml' },
      remoteBindings: false,
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations(at('./migrations')),
          TEST_SCHEMA: migratedSchema(at('./migrations')),
          APP_ENV: 'sandbox',
          PRODUCT_VERSION: 'of-the-tests',
          // a refused question is asked again at once
          REFUSED_BASE_MS: '20',
          SPREAD_MS: '2000',
          // what an isolate counts is written by the tests that look at it
          GATHER_MS: '0',
          APP_ORIGIN: 'http://127.0.0.1:8787',
          RUNNER_KEYS: `new:${'a1'.repeat(32)},old:${'b2'.repeat(32)}`,
          LINK_KEYS: `1:${'c3'.repeat(32)}`,
          SUPPRESSION_KEYS: `1:${'d4'.repeat(32)}`,
          VAPID_KEYS: `1:${'5b'.repeat(32)}`,
          RECORD_KEYS: `2:${'6c'.repeat(32)},1:${'7d'.repeat(32)}`,
          PUSH_HOSTS: 'push.sandbox.invalid',
          TURNSTILE_SECRET: 'turnstile-secret-of-the-tests',
          TURNSTILE_SITE_KEY: 'site-key-of-the-tests',
        },
      },
    })),
  ],
  test: {
    name,
    ...FIRST,
    ...test,
    setupFiles: ['./tests/workerd/setup.ts'],
    hookTimeout: 60_000,
  },
})
/**
 * Each in a runtime of its own: what asks of an isolate's memory, and what counts every row of the database or all of a bucket,
 * where something that the file before writes late would count, too.
 */
const ALONE = [
  'backup',
  'backup-started-over',
  'conformance',
  'files',
  'health',
  'log-lines',
  'lost-key',
  'metrics',
  'metrics-page',
  'record',
  'restore',
  'restore-journal',
].map((name) => `tests/workerd/${name}.test.ts`)

export default defineConfig({
  test: {
    // what a test that failed has printed says why; of the others nobody reads it
    silent: 'passed-only',
    sequence: { sequencer: LongestFirst },
    projects: [
      node(
        'unit',
        [
          '{contract,domain,durable-objects,worker,runner,sandbox,scripts}/**/*.test.ts',
          'tests/bench/**/*.test.ts',
          'web/**/*.test.{ts,tsx}',
        ],
        // nothing here keeps anything in its module or on globals: a process for each file would cost more than the tests
        { ...FIRST, isolate: false },
      ),
      // a runtime serves many files: to start one for each would take longer than their tests (tests/workerd/setup.ts)
      inWorkerd('workerd', {
        include: process.env['QUICK_TESTS'] ? [...QUICK] : ['tests/workerd/**/*.test.ts'],
        exclude: ALONE,
        isolate: false,
      }),
      inWorkerd('workerd-fresh', { include: ALONE, isolate: true }),
      {
        plugins: [
          runtimeWords(),
          cloudflareTest({
            main: './tests/platform/main.ts',
            remoteBindings: false,
            miniflare: {
              ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
              compatibilityFlags: ['nodejs_compat'],
              durableObjects: { PROBE: { className: 'Probe', useSQLite: true } },
              d1Databases: ['DB'],
              r2Buckets: ['R2'],
              queueProducers: { QUEUE: 'probe' },
              queueConsumers: { probe: { maxBatchSize: 5, maxBatchTimeout: 1, maxRetries: 2 } },
            },
          }),
        ],
        test: {
          name: 'platform',
          ...FIRST,
          include: ['tests/platform/conformance.test.ts'],
        },
      },
      {
        resolve: onDouble,
        test: {
          name: 'simulate',
          environment: 'node',
          include: ['tests/{simulate,model}/**/*.test.ts'],
          // it imports `cloudflare:workers`, which Node does not know
          server: { deps: { inline: ['@cloudflare/containers'] } },
          ...FIRST,
          isolate: false,
          // all of it is work of the processor: on a busy machine the longest takes minutes
          testTimeout: 300_000,
        },
      },
      // each file has a sandbox and a Worker of its own, on ports of their own, and leaves nothing on globals
      node('runner', ['tests/{runner,sandbox}/**/*.test.ts'], { ...FIRST, ...BOOTING, isolate: false }),
      node('browser', ['tests/browser/**/*.test.ts'], {
        ...SECOND,
        ...BOOTING,
        // a process keeps its product and its Chromium from file to file
        isolate: false,
        globalSetup: ['./tests/browser/global-setup.ts'],
        // the code of every screen for every window: an eighth of the processor's time. Five files ask for it, and all of the long ones.
        env: { CODE_AHEAD: 'no' },
      }),
      // killed processes that come back: most of its time it waits
      node('crash', ['tests/crash/**/*.test.ts'], { ...FIRST, ...BOOTING }),
      node('house', ['tests/house/**/*.test.ts'], { ...FIRST, ...BOOTING, isolate: false }),
      // the real wrangler against a double of Cloudflare's API, and backups in a bucket of another provider
      node('cloudflare', ['tests/{cloudflare,second-place}/**/*.test.ts'], {
        ...FIRST,
        ...BOOTING,
        testTimeout: 300_000,
      }),
      // minutes each: `npm run test:long` only
      ...(process.env['LONG_TESTS']
        ? [
            node('long', ['tests/long/**/*.test.ts'], { ...LAST, ...BOOTING, testTimeout: 300_000 }),
            node('long-browser', ['tests/long-browser/**/*.test.ts'], {
              ...LAST,
              ...BOOTING,
              isolate: false,
              globalSetup: ['./tests/browser/global-setup.ts'],
            }),
          ]
        : []),
    ],
  },
})
