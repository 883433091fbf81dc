// A product is lent to one file of journeys after another: what one leaves behind changes the next.
import { signIn } from '../../scripts/drive/api.ts'
import { PASSWORD } from './people.ts'

const asAdmin = (origin: string) => signIn(origin, 'admin@demo.test', PASSWORD)
/** Accounts that link take a free proxy, also one that leads nowhere. @param text part of their addresses */
export const deleteProxies = async (origin: string, text: string): Promise<void> => {
  const admin = await asAdmin(origin)
  const { list } = await admin.get<{ list: { id: string; value: string }[] }>('/admin/proxy/list')
  for (const { id, value } of list) if (value.includes(text)) await admin.delete(`/admin/proxy/${id}`)
}
/** Every blast writes to numbers that agreed. @param beginning of those numbers */
export const deleteNumbers = async (origin: string, beginning: string): Promise<void> => {
  const admin = await asAdmin(origin)
  const path = `/admin/phonenumber/list-per-page?limit=100&search=${beginning}`
  const { data } = await admin.get<{ data: { id: string }[] }>(path)
  for (const { id } of data) await admin.delete(`/admin/phonenumber/${id}`)
}
