// The install as newcomers meet it: npm itself against a registry of one package, through a proxy, and without a network.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeProblem, satisfies } from '../../scripts/node-version.mjs'
import { root } from '../../scripts/stack/shell.ts'

let dir: string
const servers: Server[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'wa-blaster-install-'))
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  rmSync(dir, { recursive: true, force: true })
})

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
/** A package as a registry serves it. Answers its tarball. */
const pack = (): Buffer => {
  const source = join(dir, 'source')
  mkdirSync(source)
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'parcel-of-the-test', version: '1.0.0' }))
  execFileSync('npm', ['pack', '--silent'], { cwd: source, env: plainEnv({}) })
  return readFileSync(join(source, 'parcel-of-the-test-1.0.0.tgz'))
}
const INTEGRITY = (tarball: Buffer): string => `sha512-${createHash('sha512').update(tarball).digest('base64')}`
const project = (integrity: string): void => {
  const dependencies = { 'parcel-of-the-test': '1.0.0' }
  const entry = { version: '1.0.0', integrity }
  const packages = { '': { name: 'project', dependencies }, 'node_modules/parcel-of-the-test': entry }
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'project', private: true, dependencies }))
  writeFileSync(join(dir, 'package-lock.json'), JSON.stringify({ name: 'project', lockfileVersion: 3, packages }))
}
/** This machine's, without what it says of registries and proxies. */
const plainEnv = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|proxy$/i.test(name))),
  npm_config_cache: join(dir, 'cache'),
  npm_config_userconfig: join(dir, 'npmrc'),
  ...more,
})
const bootstrap = async (env: Record<string, string>): Promise<{ code: number | null; said: string[] }> => {
  const child = spawn('node', [join(root, 'scripts/bootstrap.mjs')], {
    env: plainEnv({ BOOTSTRAP_ROOT: dir, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, said: said.trim().split('\n') }
}

describe('an install', () => {
  test('without the network ends with one line that says what is missing and why', async () => {
    project(INTEGRITY(Buffer.from('never fetched')))
    // nobody listens on the discard port
    const { code, said } = await bootstrap({ npm_config_registry: 'http://127.0.0.1:9/' })
    expect(code).toBe(1)
    expect(said.at(-1)).toMatch(
      /^bootstrap: 1 packages are missing \(parcel-of-the-test\): http:\/\/127\.0\.0\.1:9\/ does not answer \(ECONNREFUSED\)\./,
    )
    expect(said.at(-1)).toContain('HTTPS_PROXY')
  })

  test('that the registry answers, but not as wanted, does not blame the network', async () => {
    project(INTEGRITY(Buffer.from('never fetched')))
    const registry = await listen((_request, response) => response.writeHead(404).end('{}'))
    const { code, said } = await bootstrap({ npm_config_registry: registry })
    expect(code).toBe(1)
    expect(said.at(-1)).toBe('bootstrap: npm install failed, see above; 1 packages are missing (parcel-of-the-test).')
  })

  test('goes through the proxy of the environment, to a registry that only the proxy can reach', async () => {
    const tarball = pack()
    project(INTEGRITY(tarball))
    const asked: string[] = []
    const proxy = await listen((request, response) => {
      asked.push(request.url ?? '')
      if (request.url?.endsWith('.tgz')) response.end(tarball)
      else {
        const dist = { tarball: 'http://registry.invalid/parcel.tgz', integrity: INTEGRITY(tarball) }
        const versions = { '1.0.0': { name: 'parcel-of-the-test', version: '1.0.0', dist } }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ name: 'parcel-of-the-test', 'dist-tags': { latest: '1.0.0' }, versions }))
      }
    })
    const { code } = await bootstrap({ npm_config_registry: 'http://registry.invalid/', HTTP_PROXY: proxy })
    expect(code).toBe(0)
    expect(existsSync(join(dir, 'node_modules/parcel-of-the-test/package.json'))).toBe(true)
    expect(asked.every((url) => url.startsWith('http://registry.invalid/'))).toBe(true)
    expect(asked.some((url) => url.endsWith('.tgz'))).toBe(true)
  })
})

describe('the Node that the scripts run on', () => {
  const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    engines: { node: string }
    optionalDependencies: Record<string, string>
  }
  test('is named in one line where no package brings it and it is too old', () => {
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ engines, optionalDependencies }))
    expect(nodeProblem(dir, 'v20.20.2')).toMatch(
      /^No package brings Node to \w+ \w+, and this one is v20\.20\.2: install Node 24 [^\n]+$/,
    )
    expect(nodeProblem(dir, 'v24.21.0')).toBe(null)
    const bin = join(dir, 'node_modules', Object.keys(optionalDependencies)[0] ?? '', 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, process.platform === 'win32' ? 'node.exe' : 'node'), '')
    expect(nodeProblem(dir, 'v20.20.2')).toBe(null)
  })

  test.each([
    ['v22.22.0', true],
    ['v22.21.9', false],
    ['v23.11.0', false],
    ['v24.0.0', true],
    ['v27.1.0', true],
  ])('%s against two lines and all later ones: %s', (version, fits) =>
    expect(satisfies(version, '^22.22.0 || ^24.0.0 || >=26.0.0')).toBe(fits),
  )
})
