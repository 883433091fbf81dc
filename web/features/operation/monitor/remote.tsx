// /monitor/remote: what the runner reports about an account's session.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorRemote() {
  return <JsonScreen view="remote" />
}
