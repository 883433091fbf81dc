// Gives a tag to everybody of a segment, or takes it, step by step; a press that breaks off is repeated and changes nothing twice.
import { useState } from 'react'
import type { Group } from '../../../../../contract/recipients/segments.ts'
import { call } from '../../../../lib/api/http.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { TagChoice, type TagChosen } from '../../../../lib/tags/tag-choice.tsx'
import { common, segmentTexts as texts, tagTexts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { notify } from '../../../../ui/notify.tsx'

export default function TagAll({ rule, onClose }: { rule: Group; onClose: () => void }) {
  const [note, setNote] = useState<string | null>(null)
  const send = async ({ tag, name, on }: TagChosen): Promise<void> => {
    let [changed, looked] = [0, 0]
    for (let after: number | null = 0; after !== null; ) {
      const body = { rule, tag, on, after }
      const step: { changed: number; looked: number; next: number | null; all: number } = await call(
        'POST /admin/segment/tag',
        { body },
        { fallback: tagTexts.saveFailed },
      )
      changed += step.changed
      looked += step.looked
      after = step.next
      setNote(texts.looked(formatNumber(looked), formatNumber(step.all)))
    }
    notify.success((on ? tagTexts.given : tagTexts.taken)(name, formatNumber(changed)))
  }
  return (
    <Dialog open onClose={onClose} title={texts.tagAll} description={texts.tagAllLead} closeLabel={common.close}>
      <TagChoice send={send} onClose={onClose} note={note} />
    </Dialog>
  )
}
