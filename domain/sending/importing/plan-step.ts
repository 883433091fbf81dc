// One step of an import: turns some items of a file into statements, by the kind of import.
import type { ImportKind } from '../../../contract/recipients/imports.ts'
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { isLandline } from '../../../contract/ground/phone.ts'
import type { PhoneRow } from '../../../contract/recipients/phone-numbers.ts'
import type { ProxyWire } from '../../../contract/sending/proxies.ts'
import type { Template } from '../../../contract/sending/templates.ts'
import type { Stop } from '../../record/journal/format.ts'
import type { Statement } from '../../ground/db/connection.ts'
import { fieldKeys, importValues } from '../../recipients/fields/store.ts'
import { importTags } from '../../recipients/tags/import-store.ts'
import { phonesOf, phoneStatements } from '../../recipients/phone-numbers/import-store.ts'
import { planPhones } from '../../recipients/phone-numbers/plan-import.ts'
import { presentPhone } from '../../recipients/phone-numbers/present.ts'
import { proxiesOf, proxyStatements } from '../proxies/import-store.ts'
import { planProxies } from '../proxies/plan-import.ts'
import { presentProxy } from '../proxies/present.ts'
import { dropClaims, type DropPorts } from '../../recipients/suppressions/drop-claims.ts'
import {
  holdersOf,
  othersOf,
  othersStatements,
  stopsOf,
  stopStatements,
} from '../../recipients/suppressions/import-store.ts'
import { writeDown } from '../../recipients/suppressions/suppress.ts'
import { planStops } from '../../recipients/suppressions/plan-import.ts'
import { presentStop } from '../../recipients/suppressions/present.ts'
import { templatesOf, templateStatements } from '../templates/import-store.ts'
import { type FindMedia, planTemplates } from '../templates/plan-import.ts'
import { presentTemplate } from '../templates/present.ts'
import { countLandlines, type Skip } from '../../recipients/imports/store.ts'

export type StepPorts = DropPorts & {
  hashKeys: KeyRing
  now: number
  findMedia: FindMedia
  /** Proxies of the own network are taken: in the sandbox alone. */
  privateProxies: boolean
  /** An account did not answer that has to let go of a number: the cron asks it again. */
  dropFailed: (error: unknown) => void
  /** Notes stops where a restored database finds them; does not throw. */
  journal?: ((stops: readonly Stop[]) => Promise<void>) | undefined
}
export type StepAsk = {
  jobId: string
  items: readonly unknown[]
  /** 1-based row of the first item. */
  row: number
  consentSource: string | null
  by: string
  /** Keys of the columns that are kept as fields (rule recipient-fields). */
  fields: readonly string[]
  /** The tag that everybody of the file gets (rule tags); null: none. */
  tag: string | null
  /** A column of tags was chosen. */
  ownTag: boolean
}
/** What each kind makes, as the wire shows it. */
export type ImportedRows = {
  phonenumber: PhoneRow
  proxy: ProxyWire
  message: Template
  suppression: ReturnType<typeof presentStop>
}
type PlannedStep<K extends ImportKind> = {
  skips: Skip[]
  rows: Statement[]
  /** The created rows; to be called after the statements have run. */
  created: () => Promise<ImportedRows[K][]>
  /** What is done once the statements have run; where it is not, the cron does it. */
  after?: () => Promise<void>
}
const PLANS: { [K in ImportKind]: (ports: StepPorts, request: StepAsk) => Promise<PlannedStep<K>> } = {
  phonenumber: async ({ db, hashKeys, now }, { jobId, items, row, consentSource, by, ...kept }) => {
    const { values, tags, ...plan } = planPhones(items, row, hashKeys, kept)
    const consent = consentSource ? { source: consentSource, by } : null
    const rows = [
      ...phoneStatements(db, { jobId, ...plan, consent, now }),
      ...importValues(db, jobId, values),
      ...importTags(db, jobId, { tags, by, now }),
      ...countLandlines(
        db,
        jobId,
        plan.items.filter(({ n }) => isLandline(n)).map(({ r }) => r),
      ),
    ]
    const created = async () => (await phonesOf(db, jobId, plan.items)).map(presentPhone)
    return { skips: plan.skips, rows, created }
  },
  proxy: async ({ db, now, privateProxies }, { jobId, items, row }) => {
    const plan = planProxies(items, row, privateProxies)
    const rows = proxyStatements(db, { jobId, items: plan.items, now })
    return { skips: plan.skips, rows, created: async () => (await proxiesOf(db, plan.items)).map(presentProxy) }
  },
  message: async ({ db, now, findMedia }, { jobId, items, row }) => {
    const plan = await planTemplates(items, row, findMedia, await fieldKeys(db))
    const rows = templateStatements(db, { jobId, items: plan.items, now })
    return { skips: plan.skips, rows, created: async () => (await templatesOf(db, plan.items)).map(presentTemplate) }
  },
  suppression: async (ports, { jobId, items, row, consentSource, by }) => {
    const { db, hashKeys, now } = ports
    const plan = planStops(items, row, { hashKeys, reason: consentSource })
    const { kid } = firstKey(hashKeys)
    const others = await othersOf(db, hashKeys, plan.items, consentSource)
    const all = [...plan.items, ...others]
    await ports.journal?.(all.map(({ h }) => ({ event: 'opt_out', hash: h[0], kid, via: 'import', by, at: now })))
    return {
      skips: plan.skips,
      rows: [
        ...stopStatements(db, { jobId, items: plan.items, by, now }),
        ...othersStatements(db, 'import', { items: others, by, now }),
      ],
      created: async () => (await stopsOf(db, jobId, plan.items)).map(presentStop),
      after: async () => {
        try {
          const holders = await holdersOf(db, all)
          const { journal, ...drops } = ports
          const noted = { ...drops, journal: journal && ((stop: Stop) => journal([stop])) }
          // whose number was learned to be theirs since it was looked for
          for (const { n: number } of await othersOf(db, hashKeys, all, null))
            holders.push(
              ...(await writeDown(noted, { number, lid: null, via: 'import', by, reason: consentSource }, now)).holders,
            )
          await dropClaims(ports, holders)
        } catch (error) {
          ports.dropFailed(error)
        }
      },
    }
  },
}

export const planStep = <K extends ImportKind>(kind: K, ports: StepPorts, request: StepAsk): Promise<PlannedStep<K>> =>
  PLANS[kind](ports, request)
