// /monitor/socket: who listens on the realtime channels.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorSocket() {
  return <JsonScreen view="socket" />
}
