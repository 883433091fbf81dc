// A line that scrolls. Its library is fetched when there is something to announce.
import Imported from 'react-fast-marquee'

const SPEED = 50
// The package is CommonJS, and what its default is depends on the bundler.
const Library = (Imported as unknown as { default?: typeof Imported }).default ?? Imported

export default function Marquee({ text }: { text: string }) {
  return (
    <Library speed={SPEED} pauseOnHover>
      <span className="pr-16">{text}</span>
    </Library>
  )
}
