// One page that shows each changed picture before, now, and with its differences.

/** now null: the screen is gone; before null: it is new. difference: a PNG. */
export type Change = {
  name: string
  before: Buffer | null
  now: Buffer | null
  difference: Buffer | null
  pixels: number
}

const picture = (title: string, type: 'webp' | 'png', data: Buffer | null): string =>
  data === null
    ? `<figure><figcaption>${title}</figcaption><p>–</p></figure>`
    : `<figure><figcaption>${title}</figcaption><img loading="lazy" alt="" src="data:image/${type};base64,${data.toString('base64')}"></figure>`

const section = ({ name, before, now, difference, pixels }: Change): string => {
  const what = before === null ? 'new' : now === null ? 'gone' : `${pixels} pixels`
  return `<section><h2 id="${name}">${name} <small>${what}</small></h2><div>
${picture('kept', 'webp', before)}${picture('now', 'webp', now)}${picture('difference', 'png', difference)}</div></section>`
}

export const reviewPage = (changes: readonly Change[], taken: number): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${changes.length} changed screens</title>
<style>
body { font: 15px system-ui, sans-serif; margin: 2rem; background: #f4f4f5; color: #18181b }
div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto }
figure { margin: 0; flex: none } img { display: block; border: 1px solid #a1a1aa; max-width: 45vw }
small { color: #71717a; font-weight: normal }
</style>
<h1>${changes.length} of ${taken} pictures changed</h1>
<p>Figures, dates, ids, plots and codes are alike on purpose. Found good? <code>npm run screenshots -- --accept</code> keeps them.</p>
<nav>${changes.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' · ')}</nav>
${changes.map(section).join('\n')}
</html>
`
