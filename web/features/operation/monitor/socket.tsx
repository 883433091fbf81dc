// /monitor/socket: who has a realtime channel open.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorSocket() {
  return <JsonScreen view="socket" />
}
