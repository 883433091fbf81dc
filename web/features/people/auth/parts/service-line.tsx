// Below the sign-in: that a trouble delays what members wait for (rule service-line). Nothing while the service does well.
import { useQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '../../../../../contract/ground/time.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { serviceTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'

export default function ServiceLine() {
  const query = useQuery({
    queryKey: keys.sums('status', 'public'),
    queryFn: ({ signal }) => call('GET /public/status', { anonymous: true }, { signal }),
    // an open sign-in must not keep what is over
    refetchInterval: MINUTE_MS,
  })
  const line = query.data && serviceTexts.lines[query.data.service]
  return line ? <Alert tone="warning">{line}</Alert> : null
}
