// Before a template goes live: how many running blasts take it at once, and a test of it to the sender's own number (rule
// template-activation).
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { common, templateTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { type Tested, TestSend } from './test-send.tsx'

const texts = templateTexts.activation
type Props = Tested & {
  onActivate: () => void
  onClose: () => void
}
export default function Activation({ onActivate, onClose, ...tested }: Props) {
  const { data: running } = useQuery({
    queryKey: keys.sums('templates', 'running'),
    queryFn: async ({ signal }) => (await call('GET /admin/message/running', {}, { signal })).running,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={texts.title} closeLabel={common.close}>
      <div className="flex flex-col gap-5">
        <Alert tone="warning">
          {running === undefined ? texts.lead : running === 0 ? texts.takenByNone : texts.taken(formatNumber(running))}
        </Alert>
        <TestSend {...tested} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button onClick={onActivate}>{texts.yes}</Button>
        </div>
      </div>
    </Dialog>
  )
}
