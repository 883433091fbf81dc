// What is typed or pasted as WhatsApp writes it: *bold*, _italic_, ~struck out~. The editor's own rules are those of another notation, in which one
// asterisk is italic.
import { markInputRule, markPasteRule } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Italic } from '@tiptap/extension-italic'
import { Strike } from '@tiptap/extension-strike'

/** After a space or at the beginning, and around something that neither begins nor ends with a space. */
const typed = (sign: string): RegExp =>
  new RegExp(`(?:^|\\s)(\\${sign}([^\\s\\${sign}](?:[^\\${sign}\\n]*[^\\s\\${sign}])?)\\${sign})$`)
const pasted = (sign: string): RegExp =>
  new RegExp(`(?:^|\\s)(\\${sign}([^\\s\\${sign}](?:[^\\${sign}\\n]*[^\\s\\${sign}])?)\\${sign})`, 'g')

export const WaBold = Bold.extend({
  addInputRules() {
    return [markInputRule({ find: typed('*'), type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: pasted('*'), type: this.type })]
  },
})
export const WaItalic = Italic.extend({
  addInputRules() {
    return [markInputRule({ find: typed('_'), type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: pasted('_'), type: this.type })]
  },
})
export const WaStrike = Strike.extend({
  addInputRules() {
    return [markInputRule({ find: typed('~'), type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: pasted('~'), type: this.type })]
  },
})
