// Accounts that link take a free proxy, so one that leads nowhere, left by a journey, would keep the next one from linking.
import { signIn } from '../../scripts/drive/api.ts'
import { PASSWORD } from './people.ts'

/** Deletes every proxy whose address holds this text. */
export const deleteProxies = async (origin: string, text: string): Promise<void> => {
  const admin = await signIn(origin, 'admin@demo.test', PASSWORD)
  const { list } = await admin.get<{ list: { id: string; value: string }[] }>('/admin/proxy/list')
  for (const { id, value } of list) if (value.includes(text)) await admin.delete(`/admin/proxy/${id}`)
}
