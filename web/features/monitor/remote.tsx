// /monitor/remote (s.2 Developer monitor).
import { JsonScreen } from './json-screen.tsx'

export default function MonitorRemote() {
  return <JsonScreen view="remote" />
}
