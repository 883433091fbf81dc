// A phone number that can be read and compared: in groups, which are space and no characters, so that it is copied and found as it is.
const GROUPS = /^(62)(\d{3})(\d{4})(\d+)$/

export function PhoneDigits({ number }: { number: string }) {
  const groups = GROUPS.exec(number)?.slice(1)
  if (!groups) return number
  return (
    <span className="whitespace-nowrap tabular-nums">
      {groups.map((digits, at) => (
        // the groups of a number have fixed places
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at} className={at > 0 ? 'ml-[0.3em]' : undefined}>
          {digits}
        </span>
      ))}
    </span>
  )
}
