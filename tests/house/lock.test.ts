// The lock file: what an install fetches is what was reviewed, from the registry and nowhere else.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addLeftOut, withoutIntegrity } from '../../scripts/fix-lock.mjs'
import { satisfies } from '../../scripts/node-version.mjs'
import { root } from '../../scripts/stack/shell.ts'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string | string[]
  libc?: string | string[]
  engines?: { node?: string }
  optionalDependencies?: Record<string, string>
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  engines: { node: string }
  optionalDependencies: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

describe('package-lock.json', () => {
  test('verifies all that is installed on the systems we run on: Linux with glibc', () => {
    const foreign = (path: string): boolean => {
      const { optional, os, libc } = packages[path] ?? {}
      const systems = [os ?? []].flat()
      const isGlibc = !/musl|android|wasm32|openharmony/.test(path) && ![libc ?? []].flat().includes('musl')
      const isOurs = systems.includes('linux') && isGlibc && /-(x64|arm64)(-gnu)?$/.test(path)
      return optional === true && !isOurs
    }
    expect(withoutIntegrity(packages).filter((path) => !foreign(path))).toEqual([])
  })
  test('fetches from the registry alone', () => {
    const elsewhere = Object.entries(packages).filter(
      ([, entry]) => entry.resolved !== undefined && !entry.resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere).toEqual([])
  })
  test('names the packages of every system', () => expect(addLeftOut(structuredClone(packages))).toEqual([]))
  test('takes each package of package.json at one exact version', () => {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    const loose = Object.entries(wanted).filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
  })
})

describe('fix-lock', () => {
  test('asks the registry for an integrity that is missing, and says which the registry does not have', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'wa-blaster-lock-'))
    const registry = createServer((request, response) => {
      if (!request.url?.startsWith('/there')) return response.writeHead(404).end('{}')
      const version = { name: 'there', version: '1.0.0', dist: { integrity: 'sha512-abc=', tarball: 'http://x/' } }
      return response.end(JSON.stringify({ name: 'there', 'dist-tags': {}, versions: { '1.0.0': version } }))
    })
    await new Promise<void>((done) => registry.listen(0, '127.0.0.1', () => done()))
    const lock = {
      packages: {
        '': { name: 'x' },
        'node_modules/there': { version: '1.0.0', optionalDependencies: { 'gone-win32-x64': '2.0.0' } },
      },
    }
    writeFileSync(join(dir, 'package-lock.json'), JSON.stringify(lock))
    try {
      const child = spawn('node', [join(root, 'scripts/fix-lock.mjs')], {
        cwd: dir,
        env: {
          ...process.env,
          npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
          npm_config_cache: join(dir, 'cache'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
      await new Promise((done) => child.on('close', done))
      const fixed = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')) as typeof lock
      expect(fixed.packages['node_modules/there']).toMatchObject({ integrity: 'sha512-abc=' })
      expect(fixed.packages).toHaveProperty('node_modules/gone-win32-x64', {
        version: '2.0.0',
        cpu: ['x64'],
        os: ['win32'],
        optional: true,
      })
      expect(said).toContain('1 the registry does not have: gone-win32-x64@2.0.0')
      expect(() =>
        execFileSync('node', [join(root, 'scripts/fix-lock.mjs'), '--check'], { cwd: dir, stdio: 'pipe' }),
      ).toThrow(/integrity of gone-win32-x64/)
    } finally {
      registry.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

describe('engines', () => {
  /** The lowest version of each part of a range: what fits these fits all of the range. */
  const lowest = manifest.engines.node.split('||').map((part) => part.replaceAll(/[\s^>=]/g, ''))
  /** Of the ranges that packages write, the ones that say more than "some old Node". */
  const fits = (version: string, range: string): boolean =>
    range.split('||').some((part) => {
      const bounds = part
        .replaceAll(/([<>=^~])\s+/g, '$1')
        .trim()
        .split(/\s+/)
      return bounds.every((bound) => {
        const clean = bound.replaceAll('.x', '')
        if (clean.startsWith('<')) return !satisfies(version, `>=${clean.replace(/^<=?/, '')}`)
        return satisfies(version, /^[\^~\d]/.test(clean) ? `^${clean.replace(/^[\^~]/, '')}` : clean)
      })
    })
  test('promise no Node that a package refuses', () => {
    const refused = Object.entries(packages).flatMap(([path, { engines, optional }]) => {
      const range = engines?.node
      if (path === '' || optional || range === undefined || range === '*') return []
      return lowest.filter((version) => !fits(version, range)).map((version) => `${path} ${range} refuses ${version}`)
    })
    expect(refused).toEqual([])
  })
  test('hold for the Node that comes as a package', () => {
    const brought = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'))
    expect(brought).not.toEqual([])
    for (const [, version] of brought) expect(satisfies(version, manifest.engines.node)).toBe(true)
  })
})
