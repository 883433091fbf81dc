// What a runner on a container is started with. It gets its own credential, never the ring that credentials are made from.
import { ringOf } from '../../contract/ground/key-rings.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import type { ObjectsEnv } from '../env.ts'

/** Where its health check listens; nothing but the platform asks there. */
export const HEALTH_PORT = 8080

const given = (env: ObjectsEnv, name: 'WORKER_URL' | 'VAULT_KEYS'): string => {
  const value = env[name] ?? ''
  if (value === '') throw new RangeError(`${name} is missing: runners on containers need it`)
  return value
}
/** @throws RangeError that names what the deployment lacks, without its value */
export const runnerEnvironment = async (env: ObjectsEnv, name: string): Promise<Record<string, string>> => {
  const workerUrl = given(env, 'WORKER_URL')
  const vaultKeys = given(env, 'VAULT_KEYS')
  ringOf('VAULT_KEYS', vaultKeys)
  const { RUNNER_CAPACITY, LOG_LEVEL, LEASE_MS, OTLP_URL, OTLP_HEADERS, TRACE_SAMPLE } = env
  const optional = { RUNNER_CAPACITY, LOG_LEVEL, LEASE_MS, OTLP_URL, OTLP_HEADERS, TRACE_SAMPLE }
  return {
    WORKER_URL: workerUrl,
    RUNNER_ID: name,
    RUNNER_CREDENTIAL: await runnerCredential(ringOf('RUNNER_KEYS', env.RUNNER_KEYS), name),
    VAULT_KEYS: vaultKeys,
    HEALTH_PORT: String(HEALTH_PORT),
    ...Object.fromEntries(Object.entries(optional).flatMap(([key, value]) => (value ? [[key, value] as const] : []))),
  }
}
