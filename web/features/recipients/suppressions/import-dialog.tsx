// A list of people who have stopped, from a file (rules stop-lists, imports). ?job= shows it while it runs, also when this is opened again.
import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { refresh } from '../../../lib/api/query-keys.ts'
import { ImportPart } from '../../../lib/imports/import-card.tsx'
import { common, suppressionTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const SOURCE = { name: 'reason', schema: z.string().trim().max(300) }
const COLUMNS = ['number'] as const

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const [params, setParams] = useSearchParams()
  const close = (): void => {
    if (params.has('job')) setParams({}, { replace: true })
    void refresh(cache, 'suppressions', 'phone-numbers')
    onClose()
  }
  return (
    <Dialog open onClose={close} title={texts.importTitle} description={texts.importLead} closeLabel={common.close}>
      <ImportPart
        words={texts}
        route="POST /admin/suppression/import"
        kinds={['.csv', '.xlsx', '.json']}
        source={{ ...SOURCE, label: texts.importReason, hint: texts.importReasonHint }}
        columns={COLUMNS}
        skippedFile="suppressions_skipped"
      />
    </Dialog>
  )
}
