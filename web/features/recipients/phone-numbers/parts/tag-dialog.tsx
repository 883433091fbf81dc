// Gives a tag to the marked recipients, or takes it from them.
import { formatNumber } from '../../../../lib/format/format.ts'
import { common, tagTexts as texts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { tagPeople } from '../../../../lib/tags/api.ts'
import { TagChoice } from '../../../../lib/tags/tag-choice.tsx'

export default function TagDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: number[]
  onClose: () => void
  onDone: () => void
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.bulkTitle}
      description={texts.bulkLead(formatNumber(ids.length))}
      closeLabel={common.close}
    >
      <TagChoice
        onClose={onClose}
        send={async ({ tag, name, on }) => {
          const { changed } = await tagPeople({ tag, ids, on })
          onDone()
          notify.success((on ? texts.given : texts.taken)(name, formatNumber(changed)))
        }}
      />
    </Dialog>
  )
}
