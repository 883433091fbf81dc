// Proxies through which accounts reach WhatsApp.
import type { proxyTexts as indonesian } from '../indonesian/proxies.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const proxyTexts: InEnglish<typeof indonesian> = {
  title: 'Proxies',
  lead: 'One proxy is used by one WhatsApp account. Without a proxy an account connects directly.',
  table: 'Proxies',
  failedLoad: 'Error fetching Proxy list',
  failedOne: 'Error fetching Proxy',
  failedCount: 'Error get Proxy count',
  nothingToExport: 'No proxies to export.',
  emptyNote: 'Add a proxy or upload a .csv / .json / .txt file.',
  columns: { value: 'Proxy', use: 'Used', status: 'Status', action: 'Action' },
  status: { active: 'active', 'in use': 'in use', nonactive: 'inactive' },
  counts: (free: string, used: string) => `${free} free · ${used} in use`,
  removeText: (value: string) => `The proxy ${value} will be deleted from the list.`,
  removeMany: (count: string) =>
    `${many(count, 'proxy', 'proxies')} will be deleted from the list. Those that accounts use stay.`,
  removedMany: (deleted: string, inUse: string) =>
    inUse === ''
      ? `${many(deleted, 'proxy', 'proxies')} deleted.`
      : `${many(deleted, 'proxy', 'proxies')} deleted, ${many(inUse, 'stays because an account uses it.', 'stay because accounts use them.')}`,
  removeManyFailed: 'Not all proxies could be deleted. Check the list, then try again.',
  createTitle: 'Add proxies',
  editTitle: 'Edit proxy',
  manual: 'Add one',
  fromFile: 'Upload a file',
  fromFileLead:
    'One proxy a row, or a column value. Written as an address or as host:port:user:password. Proxies that are in the list are skipped.',
  value: 'Proxy',
  valueHint:
    'http://user:password@host:8080, also https:// or socks5://. What is written host:8080:user:password is read as http.',
  activeLabel: 'Active: accounts may use this proxy',
  inUseNote: 'An account uses this proxy. A change takes effect with the next connection.',
  saved: 'The proxy has been saved.',
  created: 'The proxy has been added.',
  saveFailed: 'The proxy could not be saved. Try again.',
  registered: (count: string) => `${many(count, 'proxy', 'proxies')} added`,
  noneRegistered: 'No new proxy was added',
  skippedTitle: () => 'Proxies that were in the list already are skipped',
  skippedColumns: { value: 'Proxy', reason: 'Reason' },
  missing: 'Proxy not found.',
}
