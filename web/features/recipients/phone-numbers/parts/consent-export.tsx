// Downloads the consent history: the proof that people agreed, also of numbers that were deleted (rule consent-history).
import { useExport } from '../../../../lib/lists/use-export.ts'
import { phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { ExportButtons } from '../../../../ui/export-buttons.tsx'

export function ConsentExport() {
  const { busy, save } = useExport('GET /admin/consent/export', {}, texts.noConsents)
  return <ExportButtons files={[{ name: 'consent.csv', label: texts.exportConsents }]} busy={busy} onSave={save} />
}
