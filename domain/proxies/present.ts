// A proxy as lists show it: without its credentials (rule masked-credentials).
import { maskProxy, type ProxyWire } from '../../contract/proxies.ts'
import type { ProxyRow } from './store.ts'

/** For the edit form and exports. */
export const wholeProxy = ({ id, value, status, count_use }: ProxyRow): ProxyWire => ({ id, value, status, count_use })
export const presentProxy = (row: ProxyRow): ProxyWire => ({ ...wholeProxy(row), value: maskProxy(row.value) })
