// Three libraries put their styles into the page as <style> elements, which the content security policy forbids, because a stolen
// spot in the page could do the same. The build hands their styles to the document as sheets, which only code can make.
import type { Plugin } from 'vite'

const ADOPT = `
const adopt = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return sheet;
};`
/** The whole module of the library that locks the page's scrolling while a window is open. */
const SINGLETON = `${ADOPT}
export const stylesheetSingleton = () => {
  let users = 0;
  let sheet = null;
  return {
    add: (css) => {
      if (users++ === 0) sheet = adopt(css);
    },
    remove: () => {
      if (--users > 0 || !sheet) return;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      sheet = null;
    },
  };
};`
type Patch = { file: RegExp; from: RegExp; to: string }
const PATCHES: readonly Patch[] = [
  {
    file: /\/sonner\/dist\/index\.mjs$/,
    from: /function __insertCSS\(code\) \{[\s\S]*?\n\}/,
    to: `${ADOPT}\nfunction __insertCSS(code) {\n  adopt(code);\n}`,
  },
  {
    file: /\/react-fast-marquee\/dist\/index\.js$/,
    from: /function ___\$insertStyle\(css\) \{[\s\S]*?\n\}/,
    to: `${ADOPT}\nfunction ___$insertStyle(css) {\n  adopt(css);\n}`,
  },
  { file: /\/react-style-singleton\/dist\/[^/]+\/singleton\.js$/, from: /^[\s\S]*$/, to: SINGLETON },
]

/** Fails the build when a newer version of a library no longer has what is replaced. */
export const adoptedStyles = (): Plugin => {
  const seen = new Set<Patch>()
  return {
    name: 'adopted-styles',
    apply: 'build',
    transform(code, id) {
      const patch = PATCHES.find(({ file }) => file.test(id))
      if (!patch) return null
      if (!patch.from.test(code))
        this.error(`${id} puts its styles into the page in another way: see web/adopted-styles.ts`)
      seen.add(patch)
      // as a function, because a text's $ would mean the match
      return { code: code.replace(patch.from, () => patch.to), map: null }
    },
    buildEnd(error) {
      const unseen = PATCHES.filter((patch) => !seen.has(patch)).map(({ file }) => file.source)
      if (!error && unseen.length > 0) this.error(`no longer bundled: ${unseen.join(', ')}: see web/adopted-styles.ts`)
    },
  }
}
