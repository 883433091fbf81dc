// A proxy as lists show it: without its password (rule masked-credentials).
import { type EditableProxy, maskPassword, type ProxyWire } from '../../../contract/sending/proxies.ts'
import { type Present, presentOf } from '../../ground/edits/as-read.ts'
import { proxyRead, type ProxyRow } from './store.ts'

const shownProxy = ({ id, value, status, count_use }: ProxyRow): ProxyWire => ({ id, value, status, count_use })
export const readOfProxy = (row: ProxyRow): Present =>
  presentOf(proxyRead(row), { value: row.value, status: row.status === 'nonactive' ? 'nonactive' : 'active' })
/** For the edit form. */
export const wholeProxy = (row: ProxyRow): EditableProxy => ({ ...shownProxy(row), version: readOfProxy(row).version })
export const presentProxy = (row: ProxyRow): ProxyWire => ({ ...shownProxy(row), value: maskPassword(row.value) })
