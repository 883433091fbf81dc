// An op at work: a copy of the repository, the double as the account, and our commands run as a person types them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/stack/ports.ts'
import { runTool } from '../../scripts/stack/shell.ts'
import { copyOfRepository } from '../support/copy-of-repository.ts'
import { startDouble } from './double/double.ts'
import { startInternet } from './double/internet.ts'

/** The hosts that the tests' environments have. */
export const HOSTS = { production: 'blast.example.com', staging: 'staging.example.com' } as const

/** The account's name on workers.dev, as setup takes it from the account's id. */
const SUBDOMAIN = 'wa-blaster-01234567.workers.dev'

export type Op = Awaited<ReturnType<typeof newOp>>
export const newOp = async () => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-op-'))
  const repository = join(home, 'repository')
  mkdirSync(repository)
  copyOfRepository(repository)
  const double = await startDouble(join(home, 'cloudflare'), freePort)
  double.state.offers.addZone('example.com')
  const workers = ['wa-blaster-api', 'wa-blaster-api-staging'].map((name) => [`${name}.${SUBDOMAIN}`, name] as const)
  const hosts = [...Object.values(HOSTS), ...workers.map(([host]) => host)]
  const internet = await startInternet(hosts, async (host) => {
    await double.hosting.ready()
    const script = double.state.scripts.get(workers.find(([known]) => known === host)?.[1] ?? '')
    if (script) return script.onWorkersDev ? script.port : null
    for (const project of double.state.projects.values())
      if (project.domains.includes(host) && double.state.offers.leadsTo(host, `${project.name}.pages.dev`))
        return project.port
    return null
  })
  const certificate = join(home, 'certificate.pem')
  writeFileSync(certificate, internet.certificate)
  const network = {
    HTTPS_PROXY: internet.proxy,
    NO_PROXY: '127.0.0.1,localhost',
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: certificate,
  }
  const succeeded: { script: string; args: readonly string[] }[] = []
  return {
    repository,
    double,
    /** Changes a file of the copy, as a commit would. @throws Error when there is nothing like it to change. */
    edit: (file: string, from: string, to: string): void => {
      const path = join(repository, file)
      const before = readFileSync(path, 'utf8')
      if (!before.includes(from)) throw new Error(`${file} has no ${from}`)
      writeFileSync(path, before.replace(from, to))
    },
    /** `npm run NAME -- …args` without npm: what npm would run, in the copy. */
    run: async (script: string, args: readonly string[], env: Record<string, string | undefined> = {}) => {
      const done = await runTool('node', [join(repository, script), ...args], {
        cwd: repository,
        env: { ...double.environment, ...network, ...env },
      })
      if (done.code === 0) succeeded.push({ script, args })
      return done
    },
    /** What `run` was given and ended well. */
    succeeded,
    close: async (): Promise<void> => {
      await internet.close()
      await double.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
