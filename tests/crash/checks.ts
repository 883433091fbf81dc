// Generators and validators on the whole product, by its calls.
import type { CheckKind, GeneratorRow, ValidatorRow } from '../../contract/sending/number-checks.ts'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { type Person, signIn, untilAnswered } from '../../scripts/drive/api.ts'
import { type Controls, controlsOf } from '../../scripts/drive/controls.ts'
import { type Linked, linkAccount } from '../../scripts/drive/link.ts'
import type { Stack } from '../../scripts/stack/stack.ts'

type Row = GeneratorRow | ValidatorRow
export type Checker = {
  controls: Controls
  create: (kind: CheckKind, body: object) => Promise<string>
  upload: (name: string, numbers: readonly string[]) => Promise<string>
  start: (kind: CheckKind, id: string) => Promise<unknown>
  get: (kind: CheckKind, id: string) => Promise<Row>
  until: (kind: CheckKind, id: string, ms: number, is: (row: Row) => boolean) => Promise<Row>
  found: (kind: CheckKind, id: string) => Promise<string[]>
}
export const numbersFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(first + i))

/** Staff with a sender of their own, under no cap and no interval. */
export const openChecker = async (stack: Stack, phone: string): Promise<Checker> => {
  const controls = controlsOf(stack.sandboxOrigin ?? '')
  const admin = await signIn(stack.workerOrigin, 'admin@demo.test', DEMO_PASSWORD)
  await admin.put('/admin/setting/update', { lookup_daily_cap: 1_000_000, interval_floor: 0 })
  const staff: Person = await signIn(stack.workerOrigin, 'staff@demo.test', DEMO_PASSWORD)
  const sender: Linked = await linkAccount(staff, controls, phone, 'qr', 'generator')
  const plain = { whatsapp_id: sender.accountId, b_insert: 0, interval_min: 0, interval_max: 0 }
  const get = async (kind: CheckKind, id: string): Promise<Row> =>
    (await staff.get<{ data: Row }>(`/admin/${kind}/${id}`)).data
  const created = async (kind: CheckKind, body: unknown): Promise<string> =>
    (await staff.post<{ data: Row }>(`/admin/${kind}/create`, body)).data.id
  return {
    controls,
    create: (kind, body) => created(kind, { ...plain, ...body }),
    upload: (name, numbers) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(plain)) form.set(field, String(value))
      form.set('file', new File([`number,name\n${numbers.map((n, i) => `${n},Orang ${i}`).join('\n')}\n`], name))
      return created('validator', form)
    },
    // leases are short here: a machine that is busy may have lost one a moment ago
    start: (kind, id) => untilAnswered('a start', 60_000, () => staff.post<object>(`/admin/${kind}/start`, { id })),
    get,
    until: (kind, id, ms, is) =>
      untilAnswered(`${kind} ${id}`, ms, async () => {
        const row = await get(kind, id)
        return is(row) ? row : null
      }),
    found: async (kind, id) =>
      (await staff.get<{ list: { number: string }[] }>(`/admin/${kind}/download-result/${id}`)).list.map(
        (row) => row.number,
      ),
  }
}
