// Stands where a screen of the route table is still to come; it shows nothing that is not so.
import { Construction } from 'lucide-react'
import { useLocation } from 'react-router'
import { common } from '../../texts/id.ts'
import { Card, PageHead } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { titleOf } from '../shell/menu.ts'

export default function NotYet() {
  const title = titleOf(useLocation().pathname) ?? common.appName
  return (
    <>
      <title>{`${title} · ${common.appName}`}</title>
      <PageHead title={title} />
      <Card>
        <Empty icon={Construction} title={common.notAvailable} note={common.notAvailableNote} />
      </Card>
    </>
  )
}
