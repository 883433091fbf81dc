// One step of an import: turns some items of a file into statements, by the kind of import.
import type { ImportKind } from '../../contract/imports.ts'
import type { KeyRing } from '../../contract/key-rings.ts'
import type { PhoneRow } from '../../contract/phone-numbers.ts'
import type { ProxyWire } from '../../contract/proxies.ts'
import type { Template } from '../../contract/templates.ts'
import type { Db, Statement } from '../db/connection.ts'
import { phonesOf, phoneStatements } from '../phone-numbers/import-store.ts'
import { planPhones } from '../phone-numbers/plan-import.ts'
import { presentPhone } from '../phone-numbers/present.ts'
import { proxiesOf, proxyStatements } from '../proxies/import-store.ts'
import { planProxies } from '../proxies/plan-import.ts'
import { presentProxy } from '../proxies/present.ts'
import { templatesOf, templateStatements } from '../templates/import-store.ts'
import { type FindMedia, planTemplates } from '../templates/plan-import.ts'
import { presentTemplate } from '../templates/present.ts'
import type { Skip } from './store.ts'

export type StepPorts = {
  db: Db
  hashKeys: KeyRing
  now: number
  findMedia: FindMedia
  /** Proxies of the own network are taken: in the sandbox alone. */
  privateProxies: boolean
}
export type StepAsk = {
  jobId: string
  items: readonly unknown[]
  /** 1-based row of the first item. */
  row: number
  consentSource: string | null
  by: string
}
/** What each kind makes, as the wire shows it. */
export type ImportedRows = { phonenumber: PhoneRow; proxy: ProxyWire; message: Template }
type PlannedStep<K extends ImportKind> = {
  skips: Skip[]
  rows: Statement[]
  /** The created rows; to be called after the statements have run. */
  created: () => Promise<ImportedRows[K][]>
}
const PLANS: { [K in ImportKind]: (ports: StepPorts, request: StepAsk) => Promise<PlannedStep<K>> } = {
  phonenumber: async ({ db, hashKeys, now }, { jobId, items, row, consentSource, by }) => {
    const plan = planPhones(items, row, hashKeys)
    const consent = consentSource ? { source: consentSource, by } : null
    const rows = phoneStatements(db, { jobId, ...plan, consent, now })
    const created = async () => (await phonesOf(db, jobId, plan.items)).map(presentPhone)
    return { skips: plan.skips, rows, created }
  },
  proxy: async ({ db, now, privateProxies }, { jobId, items, row }) => {
    const plan = planProxies(items, row, privateProxies)
    const rows = proxyStatements(db, { jobId, items: plan.items, now })
    return { skips: plan.skips, rows, created: async () => (await proxiesOf(db, plan.items)).map(presentProxy) }
  },
  message: async ({ db, now, findMedia }, { jobId, items, row }) => {
    const plan = await planTemplates(items, row, findMedia)
    const rows = templateStatements(db, { jobId, items: plan.items, now })
    return { skips: plan.skips, rows, created: async () => (await templatesOf(db, plan.items)).map(presentTemplate) }
  },
}

export const planStep = <K extends ImportKind>(kind: K, ports: StepPorts, request: StepAsk): Promise<PlannedStep<K>> =>
  PLANS[kind](ports, request)
