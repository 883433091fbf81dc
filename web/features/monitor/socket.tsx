// /monitor/socket (s.2 Developer monitor).
import { JsonScreen } from './json-screen.tsx'

export default function MonitorSocket() {
  return <JsonScreen view="socket" />
}
