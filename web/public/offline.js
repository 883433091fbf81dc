// Opens what was asked for as soon as the line is back. The browser's word alone is not enough: a line may be there and
// lead nowhere, and some browsers say nothing to a page that was opened without one.
const ASK_MS = 5_000

const ask = async () => {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
  } catch {
    return
  }
  location.reload()
}
addEventListener('online', ask)
setInterval(ask, ASK_MS)
