// A release, built once into a folder that stands alone: the Worker's bundle, the page with its functions, the migrations
// of this moment, and configurations with this environment's names. What is checked is what is uploaded.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, stringify, type TomlTable } from 'smol-toml'
import { makeReleasePage } from '../../stack/build.ts'
import { mustRun, root } from '../../stack/shell.ts'
import type { Resources } from '../environment.ts'
import { type Migration, readMigrations } from './phases.ts'

export type ReleaseFolder = { dir: string; config: string; page: string; migrations: Migration[] }

type Image = { image?: unknown; image_build_context?: unknown } & TomlTable
/** Paths in the generated file start in its own folder; an address of a registry is none. */
const withPaths = (containers: unknown): TomlTable[] =>
  (Array.isArray(containers) ? (containers as Image[]) : []).map((container) => {
    const path = (value: unknown): string | undefined =>
      typeof value === 'string' && existsSync(resolve(root, value)) ? resolve(root, value) : undefined
    const image = path(container.image)
    return {
      ...container,
      ...(image ? { image, image_build_context: path(container.image_build_context) ?? root } : {}),
    } as TomlTable
  })

const workerConfig = (part: TomlTable, vars: Record<string, string>): TomlTable => {
  const file = parse(readFileSync(join(root, 'wrangler.toml'), 'utf8'))
  const inherited = [
    'compatibility_date',
    'compatibility_flags',
    'placement',
    'triggers',
    'migrations',
    'observability',
  ]
  return {
    ...Object.fromEntries(inherited.flatMap((key) => (file[key] === undefined ? [] : [[key, file[key]]]))),
    ...part,
    ...(part['containers'] === undefined ? {} : { containers: withPaths(part['containers']) }),
    main: 'worker/index.js',
    send_metrics: false,
    vars: { ...(part['vars'] as TomlTable), ...vars },
    d1_databases: (part['d1_databases'] as TomlTable[]).map((d) => ({ ...d, migrations_dir: 'migrations' })),
  }
}

/** Previews of a page have no binding at all: they cannot reach any environment's data. */
const pageConfig = (resources: Resources): TomlTable => {
  const file = parse(readFileSync(join(root, 'web/wrangler.toml'), 'utf8'))
  return {
    name: resources.page,
    pages_build_output_dir: 'dist',
    compatibility_date: file['compatibility_date'] ?? '',
    send_metrics: false,
    services: [{ binding: 'API', service: resources.worker }],
    env: { preview: { services: [] } },
  }
}

export const buildRelease = async (
  dir: string,
  part: TomlTable,
  resources: Resources,
  version: Record<string, string>,
): Promise<ReleaseFolder> => {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'page'), { recursive: true })
  await makeReleasePage(join(dir, 'page/dist'), version['PRODUCT_VERSION'] ?? 'unknown')
  cpSync(join(root, 'web/functions'), join(dir, 'page/functions'), { recursive: true })
  writeFileSync(join(dir, 'page/wrangler.toml'), stringify(pageConfig(resources)))
  await mustRun('wrangler', ['pages', 'functions', 'build', '--outdir', join(dir, 'functions')], {
    cwd: join(dir, 'page'),
  })
  const bundle = ['deploy', '--dry-run', '--outdir', join(dir, 'worker'), '--containers-rollout', 'none']
  await mustRun('wrangler', bundle, { env: version })
  cpSync(join(root, 'migrations'), join(dir, 'all-migrations'), { recursive: true })
  const config = join(dir, 'wrangler.toml')
  writeFileSync(config, stringify(workerConfig(part, version)))
  return { dir, config, page: join(dir, 'page'), migrations: readMigrations(join(dir, 'all-migrations')) }
}

/** wrangler applies every file of its folder that has not run: it is shown those of one phase, and the ones before. */
export const showMigrations = (release: ReleaseFolder, names: readonly string[]): void => {
  const dir = join(release.dir, 'migrations')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir)
  for (const name of names) cpSync(join(release.dir, 'all-migrations', name), join(dir, name))
}
