// /monitor/remote: what the runner says of an account's session.
import { JsonScreen } from './json-screen.tsx'

export default function MonitorRemote() {
  return <JsonScreen view="remote" />
}
