// One step of an import: some items of a file as statements, by what kind of thing they are.
import type { ImportKind } from '../../contract/imports.ts'
import type { Db, Statement } from '../db/connection.ts'
import { phonesOf, phoneStatements } from '../phone-numbers/import/store.ts'
import { planPhones } from '../phone-numbers/plan-import.ts'
import { presentPhone } from '../phone-numbers/present.ts'
import { proxiesOf, proxyStatements } from '../proxies/import/store.ts'
import { planProxies } from '../proxies/plan-import.ts'
import { presentProxy } from '../proxies/present.ts'
import { templatesOf, templateStatements } from '../templates/import/store.ts'
import { type FindMedia, planTemplates } from '../templates/plan-import.ts'
import { presentTemplate } from '../templates/present.ts'
import type { Skip } from './store.ts'

export type StepPorts = { db: Db; secret: string; now: number; findMedia: FindMedia }
export type StepAsk = {
  jobId: string
  kind: ImportKind
  items: readonly unknown[]
  /** 1-based row of the first item. */
  row: number
  consentSource: string | null
  by: string
}
export type PlannedStep = {
  skips: Skip[]
  rows: Statement[]
  /** What was made, as the wire shows it; once the statements have run. */
  created: () => Promise<object[]>
}

export const planStep = async ({ db, secret, now, findMedia }: StepPorts, ask: StepAsk): Promise<PlannedStep> => {
  const { jobId, items, row } = ask
  switch (ask.kind) {
    case 'phonenumber': {
      const plan = planPhones(items, row, secret)
      const consent = ask.consentSource ? { source: ask.consentSource, by: ask.by } : null
      const rows = phoneStatements(db, { jobId, ...plan, consent, now })
      const created = async () => (await phonesOf(db, jobId, plan.items)).map(presentPhone)
      return { skips: plan.skips, rows, created }
    }
    case 'proxy': {
      const plan = planProxies(items, row)
      const rows = proxyStatements(db, { jobId, items: plan.items, now })
      return { skips: plan.skips, rows, created: async () => (await proxiesOf(db, plan.items)).map(presentProxy) }
    }
    case 'message': {
      const plan = await planTemplates(items, row, findMedia)
      const rows = templateStatements(db, { jobId, items: plan.items, now })
      return { skips: plan.skips, rows, created: async () => (await templatesOf(db, plan.items)).map(presentTemplate) }
    }
  }
}
