// What is typed or pasted as WhatsApp writes it: *bold*, _italic_, ~struck out~. The editor's own rules are those of another notation, in which one
// asterisk is italic.
import { markInputRule, markPasteRule } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Italic } from '@tiptap/extension-italic'
import { Strike } from '@tiptap/extension-strike'

// After a space or at the beginning, and around something that neither begins nor ends with a space.
const BOLD = /(?:^|\s)(\*([^\s*](?:[^*\n]*[^\s*])?)\*)$/
const ITALIC = /(?:^|\s)(_([^\s_](?:[^_\n]*[^\s_])?)_)$/
const STRIKE = /(?:^|\s)(~([^\s~](?:[^~\n]*[^\s~])?)~)$/
const PASTED_BOLD = /(?:^|\s)(\*([^\s*](?:[^*\n]*[^\s*])?)\*)/g
const PASTED_ITALIC = /(?:^|\s)(_([^\s_](?:[^_\n]*[^\s_])?)_)/g
const PASTED_STRIKE = /(?:^|\s)(~([^\s~](?:[^~\n]*[^\s~])?)~)/g

export const WaBold = Bold.extend({
  addInputRules() {
    return [markInputRule({ find: BOLD, type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: PASTED_BOLD, type: this.type })]
  },
})
export const WaItalic = Italic.extend({
  addInputRules() {
    return [markInputRule({ find: ITALIC, type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: PASTED_ITALIC, type: this.type })]
  },
})
export const WaStrike = Strike.extend({
  addInputRules() {
    return [markInputRule({ find: STRIKE, type: this.type })]
  },
  addPasteRules() {
    return [markPasteRule({ find: PASTED_STRIKE, type: this.type })]
  },
})
